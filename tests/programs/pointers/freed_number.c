// The number of a freed block may be that of the next one.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

char *volatile p, *volatile q;

int main(void) {
    p = malloc(8);
    uintptr_t h = (uintptr_t)p * 3;
    free(p);
    q = malloc(8);
    assert(h != (uintptr_t)q * 3); // expect: assert
    free(q);
    return 0;
}
