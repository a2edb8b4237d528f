// realloc takes the old block away, whatever address a real machine would give.
#include <stdlib.h>

int *volatile element;
volatile size_t larger = 64 * sizeof(int);

int main(void) {
    int *a = calloc(2, sizeof *a);
    element = &a[1];
    int *volatile b = realloc(a, larger);
    b[63] = 1;
    *element = 5; // expect: use-after-free
    free(b);
    return 0;
}
