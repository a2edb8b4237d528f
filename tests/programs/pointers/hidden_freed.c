// What comes back from a number is a pointer to a block that was freed.
#include <stdint.h>
#include <stdlib.h>

volatile uintptr_t hidden;

int main(void) {
    int *block = malloc(sizeof *block);
    *block = 1;
    hidden = (uintptr_t)block ^ 0x5bd1e9955bd1e995;
    free(block);
    return *(int *)(hidden ^ 0x5bd1e9955bd1e995); // expect: use-after-free
}
