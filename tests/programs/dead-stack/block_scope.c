// A variable dies at the end of its block.
int *volatile kept;

__attribute__((noinline)) static void set(int *p) {
    *p = 3;
    kept = p;
}

int main(void) {
    {
        int inner;
        set(&inner);
    }
    return *kept; // expect: dead-stack
}
