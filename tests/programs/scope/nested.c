// The inner block has ended, the outer one has not.
static int *volatile kept;

__attribute__((noinline)) static void keep(int *p) { kept = p; }

int main(void) {
    int outer = 1;
    {
        int middle = 2;
        {
            int inner = 3;
            keep(&inner);
        }
        keep(kept == &middle ? &outer : kept);
        outer = middle;
    }
    return *kept - outer; // expect: dead-stack
}
