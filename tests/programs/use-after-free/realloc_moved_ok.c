//@ expect: safe
// The repaired twin of realloc_moved.c: keep an index, not a pointer.
#include <assert.h>
#include <stdlib.h>

volatile size_t element;
volatile size_t larger = 64 * sizeof(int);

int main(void) {
    int *a = calloc(2, sizeof *a);
    a[1] = 3;
    element = 1;
    int *b = realloc(a, larger);
    b[63] = 1;
    assert(b[element] == 3);
    b[element] = 5;
    free(b);
    return 0;
}
