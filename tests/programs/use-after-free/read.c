// Reads a block after it was freed.
#include <stdlib.h>

int *volatile p;

int main(void) {
    p = malloc(sizeof *p);
    *p = 7;
    free(p);
    return *p; // expect: use-after-free
}
