// An undefined divisor.
#include <stdlib.h>

int *volatile p;

int main(void) {
    p = malloc(sizeof *p);
    volatile int q = 100 / *p; // expect: uninit
    free(p);
    return q;
}
