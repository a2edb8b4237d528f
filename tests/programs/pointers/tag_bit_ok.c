//@ expect: safe
// The lowest bit of an aligned pointer carries a flag.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

volatile uintptr_t slot;

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 7;
    slot = (uintptr_t)p | 1;
    assert((slot & 1) == 1);
    int *q = (int *)(slot & ~(uintptr_t)1);
    assert(q == p && *q == 7);
    slot ^= 1;
    assert((slot & 1) == 0);
    assert(*(int *)slot == 7);
    free((int *)slot);
    return 0;
}
