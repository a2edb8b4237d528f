// After realloc to a smaller size the old length no longer holds.
#include <stdlib.h>

volatile size_t smaller = 2;

int main(void) {
    volatile char *p = calloc(4, 1);
    volatile char *q = realloc((void *)p, smaller);
    q[1] = 'a';
    q[3] = 'b'; // expect: out-of-bounds
    free((void *)q);
    return 0;
}
