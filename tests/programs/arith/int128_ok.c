//@ expect: safe
//@ skip-none
// Integers of 128 bits.
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

typedef unsigned __int128 u128;
typedef __int128 s128;

static void mix_wide(u128 value) {
    mix((unsigned long)value);
    mix((unsigned long)(value >> 64));
}

static u128 wide(void) {
    unsigned long high = any() % 3 ? any() : 0;
    return (u128)high << 64 | any();
}

static void mix_double(double value) {
    unsigned long bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    mix(bits);
}

int main(void) {
    for (int round = 0; round < 60; round++) {
        u128 a = wide(), b = wide();
        s128 x = (s128)a, y = (s128)(b | 3);
        unsigned by = (unsigned)any() % 128;
        mix_wide(a + b);
        mix_wide(a - b);
        mix_wide(a * b);
        mix_wide(a / (b | 1));
        mix_wide(a % (b | 1));
        mix_wide((u128)(x / y));
        mix_wide((u128)(x % y));
        mix_wide(a << by);
        mix_wide(a >> by);
        mix_wide((u128)(x >> by));
        mix_wide((a & b) ^ (a | ~b));
        mix((a < b) + 2 * (x < y) + 4 * (a == b) + 8 * (x >= y) + 16ul * (a != b));
        mix_wide(-a);
        mix_wide((u128)(x < 0 ? y : x));
        mix_double((double)a);
        mix_double((double)x);
        mix_double((double)(float)a);
        mix_wide((u128)((double)(a >> 1)));
        mix_wide((u128)(s128)((double)(x >> 1)));
        mix((unsigned long)__builtin_popcountg(a) + (unsigned long)__builtin_clzg(a, 128) * 256);
        mix((unsigned long)__builtin_ctzg(a, 128));
        mix_wide(a << (by & 127) | a >> (-by & 127));
        u128 result;
        mix(__builtin_add_overflow(a, b, &result));
        mix(__builtin_sub_overflow(a, b, &result));
        mix(__builtin_mul_overflow(a, b, &result));
        mix_wide(result);
        s128 signed_result;
        mix(__builtin_add_overflow(x, y, &signed_result));
        mix(__builtin_mul_overflow(x, y, &signed_result));
        mix_wide((u128)signed_result);
    }
    assert(take() == 0x9c42ff4af91f20fc);
    return 0;
}
