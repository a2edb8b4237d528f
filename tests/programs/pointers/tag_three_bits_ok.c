//@ expect: safe
// Three bits of tag: set by | and +, removed by & and -.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

volatile uintptr_t slot;

int main(void) {
    long *p = malloc(sizeof *p);
    assert(((uintptr_t)p & 7) == 0);
    *p = 11;
    for (uintptr_t tag = 0; tag < 8; tag++) {
        slot = (uintptr_t)p | tag;
        assert((slot & 7) == tag);
        assert(*(long *)(slot & ~(uintptr_t)7) == 11);
        slot = (uintptr_t)p + tag;
        assert(*(long *)(slot - tag) == 11);
    }
    free(p);
    return 0;
}
