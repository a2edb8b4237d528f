// The distance of two blocks leads from one to the other, whichever order the optimiser gives to the sums;
// one step too far is outside of that block.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *from = malloc(4 * sizeof *from), *to = malloc(4 * sizeof *to);
    volatile uintptr_t end = (uintptr_t)(from + 4), start = (uintptr_t)from, other = (uintptr_t)to;
    uintptr_t distance = other - start;
    int *last = (int *)(distance + end);
    last[-1] = 5;
    assert(to[3] == 5);
    last[0] = 6; // expect: out-of-bounds
    free(from);
    free(to);
    return 0;
}
