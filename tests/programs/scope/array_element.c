// A pointer into the middle of an array of the round before.
static int *volatile kept;

__attribute__((noinline)) static void keep(int *p) { kept = p; }

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int a[4] = {1, 2, 3, 4};
        if (i == 1)
            sum += *kept; // expect: dead-stack
        keep(&a[2]);
    }
    return sum;
}
