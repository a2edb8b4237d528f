//@ expect: safe
// Shifts and rotations by amounts known only at run time.
#include <assert.h>
#include <stdint.h>

volatile unsigned n = 4;
volatile int negative = -256;
volatile uint32_t word = 0x80000001u;
volatile uint64_t large = 1;

static uint32_t rotate(uint32_t x, unsigned k) {
    return x << k | x >> (-k & 31);
}

int main(void) {
    assert(1u << n == 16 && 0xf0u >> n == 0xf);
    assert(negative >> n == -16);
    assert((uint32_t)negative >> n == 0x0ffffff0u);
    assert(rotate(word, 1) == 3 && rotate(word, n) == 0x00000018u && rotate(word, 0) == word);
    assert(large << 40 >> 38 == 4);
    assert((uint8_t)(0xffu << n) == 0xf0);
    return 0;
}
