//@ opt: O0
// A pointer to the variable of the last round of a loop, kept in a variable that is a register. (To an
// optimiser both variables are at one address, and so it sees nothing wrong.)
int main(void) {
    volatile int *p = 0;
    for (int i = 0; i < 3; i++) {
        volatile int x = i;
        if (i > 0)
            *p = 7; // expect: dead-stack
        p = &x;
    }
    return 0;
}
