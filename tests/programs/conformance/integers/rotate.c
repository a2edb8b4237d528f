// Rotations of all widths, written so that they become funnel shifts.
#include <stdint.h>
#include <stdio.h>

static uint8_t rol8(uint8_t x, unsigned n) { n &= 7; return (uint8_t)(x << n | x >> (-n & 7)); }
static uint16_t ror16(uint16_t x, unsigned n) { n &= 15; return (uint16_t)(x >> n | x << (-n & 15)); }
static uint32_t rol32(uint32_t x, unsigned n) { n &= 31; return x << n | x >> (-n & 31); }
static uint64_t ror64(uint64_t x, unsigned n) { n &= 63; return x >> n | x << (-n & 63); }

int main(void)
{
    for (unsigned n = 0; n < 70; n += 7)
        printf("%02x %04x %08x %016lx\n", rol8(0xb1, n), ror16(0xbeef, n), rol32(0xdeadbeef, n),
               ror64(0x0123456789abcdef, n));
    return 0;
}
