//@ expect: safe
// Counting, finding and reversing bits; arithmetic that reports overflow.
#include <assert.h>
#include <limits.h>
#include <stdint.h>

volatile unsigned w = 0x00f0f000u;
volatile uint64_t l = 0x8000000000000001u;
volatile int top = INT_MAX;

int main(void) {
    assert(__builtin_popcount(w) == 8 && __builtin_clz(w) == 8 && __builtin_ctz(w) == 12);
    assert(__builtin_popcountll(l) == 2 && __builtin_clzll(l) == 0 && __builtin_ctzll(l) == 0);
    assert(__builtin_bswap32(w) == 0x00f0f000u && __builtin_bswap64(l) == 0x0100000000000080u);
    assert(__builtin_ffs((int)w) == 13 && __builtin_parity(w) == 0);
    assert(__builtin_bitreverse8((unsigned char)(w >> 12)) == 0xf0);
    int r;
    assert(__builtin_add_overflow(top, 1, &r) && r == INT_MIN);
    assert(!__builtin_sub_overflow(top, 1, &r) && r == INT_MAX - 1);
    assert(__builtin_mul_overflow(top, 2, &r) && r == -2);
    uint64_t u;
    assert(__builtin_mul_overflow(l, (uint64_t)2, &u) && u == 2);
    return 0;
}
