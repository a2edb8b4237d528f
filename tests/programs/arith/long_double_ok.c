//@ expect: safe
//@ skip-none
// The x87's numbers of 80 bits.
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

static void mix_long(long double value) {
    struct {
        unsigned long low;
        unsigned short high;
    } bits;
    __builtin_memcpy(&bits, &value, 10);
    mix(bits.low);
    mix(bits.high);
}

static void mix_double(double value) {
    unsigned long bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    mix(bits);
}

static volatile int scale;

static long double some(void) {
    long double value = (long double)(long)any();
    for (scale = (int)(any() % 40); scale > 0; scale--)
        value = scale % 2 ? value / 3 : value * 0.5L;
    return value;
}

int main(void) {
    for (int round = 0; round < 60; round++) {
        long double a = some(), b = some() + 0.25L;
        mix_long(a + b);
        mix_long(a - b);
        mix_long(a * b);
        mix_long(a / b);
        mix_long(-a);
        mix_long(a * a * a * a * a * a * a * a);
        mix_double((double)a);
        mix_double((float)a);
        mix_long((long double)(double)a);
        mix_long((long double)(float)b);
        mix((a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16ul * (a > b));
        long double small = a / 1e6L;
        if (small > -9e18L && small < 9e18L)
            mix((unsigned long)(long)small);
        if (small > -2e9L && small < 2e9L)
            mix((unsigned long)(int)small);
        if (a >= 0 && a < 18e18L)
            mix((unsigned long)a);
        mix_long((long double)any());
        mix_long((long double)(int)any());
        mix_long((long double)(__int128)any() * 7);
        mix_long((long double)((unsigned __int128)any() << 64 | any()));
        mix_long(__builtin_fabsl(a));
        mix_long(__builtin_copysignl(a, b));
        mix(__builtin_isnan(a) + 2 * __builtin_isinf(a) + 4ul * (__builtin_signbit(a) != 0));
    }
    assert(take() == 0x4d0143ca1eb6bcec);
    volatile long double zero = 0, huge = 1e4932L, tiny = 3.6e-4951L;
    mix_long(1 / zero);
    mix_long(-1 / zero);
    mix_long(huge * huge);
    mix_long(tiny / 2);
    mix_long(tiny * 1.5L);
    mix_long(zero / zero);
    mix_long(zero * (1 / zero));
    mix_long(1 / zero - 1 / zero);
    assert(take() == 0xe4561923ce8b523c);
    return 0;
}
