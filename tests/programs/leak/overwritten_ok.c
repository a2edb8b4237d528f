//@ expect: safe
// The repaired twin of overwritten.c.
#include <stdlib.h>

int *volatile p;

int main(void) {
    p = malloc(sizeof *p);
    *p = 1;
    free(p);
    p = malloc(sizeof *p);
    *p = 2;
    free(p);
    return 0;
}
