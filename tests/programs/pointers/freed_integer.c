// The same for pointers that are kept as integers.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

uintptr_t volatile stale;
char *volatile young;

int main(void) {
    char *p = malloc(40);
    stale = (uintptr_t)p | 1;
    free(p);
    young = malloc(36);
    assert(stale - 1 != (uintptr_t)young); // expect: assert
    free(young);
    return 0;
}
