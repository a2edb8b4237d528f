// An integer is no block.
#include <stdint.h>
#include <stdlib.h>

volatile uintptr_t handle = 0x7700000010u;

int main(void) {
    free((void *)handle); // expect: invalid-free
    return 0;
}
