//@ expect: safe
//@ skip-none
// Numbers of 128 bits, computed by the compiler's library.
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

static void mix_quad(__float128 value) {
    unsigned long bits[2];
    __builtin_memcpy(bits, &value, sizeof bits);
    mix(bits[0]);
    mix(bits[1]);
}

static void mix_double(double value) {
    unsigned long bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    mix(bits);
}

static volatile int scale;

static __float128 some(void) {
    __float128 value = (__float128)(long)any();
    for (scale = (int)(any() % 40); scale > 0; scale--)
        value = scale % 2 ? value / 3 : value * 0.5Q;
    return value;
}

int main(void) {
    for (int round = 0; round < 60; round++) {
        __float128 a = some(), b = some() + 0.25Q;
        mix_quad(a + b);
        mix_quad(a - b);
        mix_quad(a * b);
        mix_quad(a / b);
        mix_quad(-a);
        mix_double((double)a);
        mix_double((float)a);
        mix_double((double)(long double)a);
        mix_quad((__float128)(double)a);
        mix_quad((__float128)(long double)b);
        mix((a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16ul * (a > b));
        __float128 small = a / 1000000;
        if (small > -9e18Q && small < 9e18Q)
            mix((unsigned long)(long)small);
        mix_quad((__float128)any());
        mix_quad((__float128)(int)any());
        mix_quad((__float128)((unsigned __int128)any() << 64 | any()));
    }
    assert(take() == 0xdb4f17666b2889bd);
    return 0;
}
