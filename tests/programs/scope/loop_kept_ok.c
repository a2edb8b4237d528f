//@ expect: safe
// The repaired twin of loop_kept.c: the pointer is set anew before it is used.
static int *volatile kept;

int main(void) {
    for (int i = 0; i < 3; i++) {
        volatile int x = i;
        kept = (int *)&x;
        *kept = 7;
        if (x != 7)
            return 1;
    }
    kept = 0;
    return 0;
}
