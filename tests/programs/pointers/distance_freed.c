// What the distance leads to has been freed.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *here = malloc(sizeof *here), *there = malloc(sizeof *there);
    *here = *there = 1;
    volatile uintptr_t distance = (uintptr_t)there - (uintptr_t)here;
    free(there);
    int last = *(int *)((uintptr_t)here + distance); // expect: use-after-free
    free(here);
    return last - 1;
}
