// The same block is freed twice.
#include <stdlib.h>

int *volatile p;

int main(void) {
    p = malloc(sizeof *p);
    free(p);
    free(p); // expect: double-free
    return 0;
}
