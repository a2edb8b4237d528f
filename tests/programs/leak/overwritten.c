//@ expect: leak
// The only pointer to a block is overwritten.
#include <stdlib.h>

int *volatile p;

int main(void) {
    p = malloc(sizeof *p);
    *p = 1;
    p = malloc(sizeof *p);
    *p = 2;
    free(p);
    return 0;
}
