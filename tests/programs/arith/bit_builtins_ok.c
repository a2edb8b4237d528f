//@ expect: safe
//@ skip-none
// Counting, swapping and turning bits.
#include <assert.h>

static unsigned long seed, hash;

/* Reproducible numbers, many of them small or at the edges of ranges. */
static unsigned long any(void) {
    unsigned long x = seed += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    x ^= x >> 31;
    switch (x % 7) {
    case 0: return x >> 40 & 0xff;
    case 1: return -(x >> 40 & 0xff);
    case 2: return 1ul << (x >> 40 & 63);
    case 3: return (1ul << (x >> 40 & 63)) - 1;
    default: return x;
    }
}

static void mix(unsigned long value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
}

static unsigned long take(void) {
    unsigned long value = hash;
    hash = seed = 0;
    return value;
}

int main(void) {
    for (int round = 0; round < 100; round++) {
        unsigned long a = any();
        unsigned b = (unsigned)any();
        unsigned short c = (unsigned short)any();
        unsigned char d = (unsigned char)any();
        mix((unsigned long)__builtin_popcountl(a) + 100ul * (unsigned)__builtin_popcount(b));
        mix((unsigned long)__builtin_clzl(a | 1) + 100ul * (unsigned)__builtin_clz(b | 1));
        mix((unsigned long)__builtin_ctzl(a | 1ul << 63) + 100ul * (unsigned)__builtin_ctz(b | 1u << 31));
        mix((unsigned long)__builtin_ffsl((long)a) + 100ul * (unsigned)__builtin_ffs((int)b));
        mix((unsigned long)__builtin_parityl(a) + 100ul * (unsigned)__builtin_parity(b));
        mix((unsigned long)__builtin_clrsbl((long)a) + 100ul * (unsigned)__builtin_clrsb((int)b));
        mix(__builtin_bswap64(a));
        mix(__builtin_bswap32(b));
        mix(__builtin_bswap16(c));
        mix(__builtin_bitreverse64(a));
        mix(__builtin_bitreverse32(b));
        mix(__builtin_bitreverse16(c));
        mix(__builtin_bitreverse8(d));
        mix(__builtin_rotateleft64(a, b));
        mix(__builtin_rotateright32(b, c));
        mix(__builtin_rotateleft16(c, d));
        mix(__builtin_rotateright8(d, (unsigned char)b));
        mix((unsigned long)__builtin_popcountg(d) + 100ul * (unsigned)__builtin_clzg(c, 16));
        mix((unsigned long)__builtin_labs((long)a | 1) + (unsigned long)__builtin_abs((int)b | 1));
    }
    assert(take() == 0x729db267cd1f1cf4);
    return 0;
}
