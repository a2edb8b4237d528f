//@ expect: safe
// The repaired twin of loop_variable.c: what the pointer is kept to outlives the loop.
int main(void) {
    volatile int outer = 0;
    volatile int *p = 0;
    for (int i = 0; i < 3; i++) {
        volatile int x = i;
        volatile int *q = &x;
        if (i > 0)
            *p = *q;
        p = &outer;
    }
    return outer == 2 ? 0 : 1;
}
