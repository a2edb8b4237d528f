// A pointer to the variable of the last round of a loop, kept in memory.
static int *volatile kept;

int main(void) {
    for (int i = 0; i < 3; i++) {
        volatile int x = i;
        if (i > 0)
            *kept = 7; // expect: dead-stack
        kept = (int *)&x;
    }
    return 0;
}
