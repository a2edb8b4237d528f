// Bit manipulation idioms.
#include <stdint.h>
#include <stdio.h>

static uint32_t spread(uint32_t x) { x &= 0xffff; x = (x | x << 8) & 0xff00ff; x = (x | x << 4) & 0xf0f0f0f; x = (x | x << 2) & 0x33333333; return (x | x << 1) & 0x55555555; }
static int log2i(uint64_t x) { int r = 0; while (x >>= 1) r++; return r; }
static uint8_t reverse(uint8_t b) { return (uint8_t)((b * 0x0202020202ull & 0x010884422010ull) % 1023); }
static uint32_t next_same(uint32_t x) { uint32_t c = x & -x, r = x + c; return ((r ^ x) >> 2) / c | r; }
static uint32_t gray(uint32_t n) { return n ^ n >> 1; }

int main(void)
{
    uint32_t x = 0x17;
    for (int i = 0; i < 12; i++) {
        printf("%x %d %x %x %x\n", spread(x), log2i(x * 77ull), reverse((uint8_t)x), next_same(x), gray(x));
        x = next_same(x);
    }
    return 0;
}
