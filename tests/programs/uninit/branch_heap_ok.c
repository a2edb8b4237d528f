//@ expect: safe
// The repaired twin of branch_heap.c: calloc writes zeros.
#include <stdlib.h>

int *volatile p;

int main(void) {
    p = calloc(1, sizeof *p);
    if (*p)
        exit(1);
    free(p);
    return 0;
}
