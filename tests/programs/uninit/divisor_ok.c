//@ expect: safe
// The repaired twin of divisor.c; an undefined dividend alone decides nothing.
#include <stdlib.h>

int *volatile p;

int main(void) {
    p = malloc(2 * sizeof *p);
    p[0] = 7;
    volatile int q = 100 / p[0];
    volatile unsigned r = (unsigned)p[1] / 3u;
    (void)r;
    free(p);
    return q == 14 ? 0 : 1;
}
