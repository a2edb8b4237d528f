//@ expect: safe
// Pointers that were hidden in numbers and come back: turned over, under a key, rotated, as units of eight
// bytes, and rounded by dividing. Nothing else points to the blocks meanwhile.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

volatile uintptr_t hidden;

static int *under_key(int *p) {
    hidden = (uintptr_t)p ^ 0x5bd1e9955bd1e995;
    return (int *)(hidden ^ 0x5bd1e9955bd1e995);
}

static int *turned_over(int *p) {
    hidden = ~(uintptr_t)p;
    return (int *)~hidden;
}

static int *rotated(int *p) {
    uintptr_t bits = (uintptr_t)p;
    hidden = bits << 29 | bits >> 35;
    return (int *)(hidden >> 29 | hidden << 35);
}

static int *counted_in_eights(int *p) {
    hidden = (uintptr_t)p >> 3;
    return (int *)(hidden << 3);
}

static int *rounded_up(int *p) {
    hidden = (uintptr_t)p - 7;
    return (int *)((hidden + 15) / 16 * 16);
}

int main(void) {
    int *(*hide[])(int *) = {under_key, turned_over, rotated, counted_in_eights, rounded_up};
    for (int i = 0; i < 5; i++) {
        int *block = malloc(sizeof *block);
        *block = i;
        block = hide[i](block);
        assert(*block == i);
        free(block);
    }
    return 0;
}
