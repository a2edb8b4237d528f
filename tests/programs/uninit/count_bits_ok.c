//@ expect: safe
//@ native: no
//@ opt: O0
// Undefined bits that cannot matter: beyond the bit that is found, or in a bound that holds anyway.
#include <assert.h>

int main(void) {
    unsigned x[1], u = x[0];
    unsigned long l[1];
    assert(__builtin_ctz(u | 1) == 0);
    assert(__builtin_clz(u | 0x80000000u) == 0);
    assert(__builtin_ctz((u & 0xffff0000u) | 0x100) == 8);
    assert(__builtin_ffs((int)(u | 1)) == 1);
    assert(__builtin_ctzl((l[0] << 32) | 2) == 1);
    assert(__builtin_ctz(u | 0x10) < 8);
    assert(__builtin_clz(u | 0x100) < 32);
    assert(__builtin_popcount(u & 0xf0) <= 7);
    assert((u & 15) < 16);
    assert((int)(u | 0x80000000u) < 0);
    assert((__builtin_bswap32((u & 0xff) | 0x1200) & 0xff0000) == 0x120000);
    return 0;
}
