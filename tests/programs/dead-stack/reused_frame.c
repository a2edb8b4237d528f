// Another call may lie where the old frame was; its variables are not the old ones.
int *volatile kept;

__attribute__((noinline)) static void keep(void) {
    volatile int old = 1;
    kept = (int *)&old;
}

__attribute__((noinline)) static void other(void) {
    volatile int fresh = 2;
    *kept = 3; // expect: dead-stack
    (void)fresh;
}

int main(void) {
    keep();
    other();
    return 0;
}
