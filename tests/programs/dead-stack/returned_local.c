// The address of a local variable outlives its function.
int *volatile kept;

__attribute__((noinline)) static void keep(void) {
    volatile int local = 5;
    kept = (int *)&local;
}

int main(void) {
    keep();
    return *kept; // expect: dead-stack
}
