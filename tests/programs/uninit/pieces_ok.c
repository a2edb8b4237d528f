//@ expect: safe
// A block is cleared by pieces of different widths; afterwards every bit is defined.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

unsigned char *volatile block;

int main(void) {
    block = malloc(16);
    *(volatile uint64_t *)block = 0;
    *(volatile uint32_t *)(block + 8) = 0;
    *(volatile uint16_t *)(block + 12) = 0;
    block[14] = 0;
    block[15] = 1;
    unsigned sum = 0;
    for (int i = 0; i < 16; i++)
        sum += block[i];
    assert(sum == 1);
    free(block);
    return 0;
}
