// Byte swaps and bit reversal, the builtins and by hand.
#include <stdint.h>
#include <stdio.h>

static uint32_t swap(uint32_t x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }

int main(void)
{
    uint32_t n = 0x12345678;
    uint64_t w = 0x0123456789abcdef;
    printf("%x %x %x %lx\n", __builtin_bswap16(0x1234), __builtin_bswap32(n), swap(n), __builtin_bswap64(w));
    printf("%x %x %x %lx\n", __builtin_bitreverse8(0x13), __builtin_bitreverse16(0x1234), __builtin_bitreverse32(n),
           __builtin_bitreverse64(w));
    return 0;
}
