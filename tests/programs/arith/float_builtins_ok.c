//@ expect: safe
//@ skip-none
// Rounding, classes, signs, minima.
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

static void mix_double(double value) {
    unsigned long bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    mix(bits);
}

static void mix_float(float value) {
    unsigned bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    mix(bits);
}

static double some(void) {
    unsigned long bits = any();
    double value;
    if (bits % 3 == 0)
        return (double)(short)any() / 4;
    bits &= ~(1ul << 62);
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

int main(void) {
    for (int round = 0; round < 100; round++) {
        double a = some(), b = some();
        float c = (float)a, d = (float)b;
        mix_double(__builtin_floor(a));
        mix_double(__builtin_ceil(a));
        mix_double(__builtin_trunc(a));
        mix_double(__builtin_round(a));
        mix_double(__builtin_rint(a));
        mix_double(__builtin_nearbyint(a));
        mix_double(__builtin_fabs(a));
        mix_double(__builtin_copysign(a, b));
        mix_double(__builtin_elementwise_sqrt(__builtin_fabs(a)));
        mix_double(__builtin_elementwise_fma(a, b, a));
        mix_double(__builtin_elementwise_maximum(a, b));
        mix_double(__builtin_elementwise_minimumnum(a, b));
        mix_float(__builtin_floorf(c));
        mix_float(__builtin_roundf(c));
        mix_float(__builtin_elementwise_roundeven(c));
        mix_float(__builtin_elementwise_fma(c, d, d));
        mix(__builtin_isnan(a) + 2 * __builtin_isinf(a) + 4 * __builtin_isnormal(a) + 8 * __builtin_isfinite(a) +
            16ul * (__builtin_signbit(a) != 0));
        mix((unsigned long)__builtin_fpclassify(1, 2, 3, 4, 5, a));
        mix((unsigned long)__builtin_issubnormal(c) + 2ul * __builtin_isfpclass(d, 0x3c));
        mix(__builtin_isless(a, b) + 2 * __builtin_isunordered(a, b) + 4 * __builtin_islessgreater(a, b) + 8ul);
    }
    assert(take() == 0xba78fe61bfe92823);
    volatile double nan = __builtin_nan(""), zero = 0, inf = __builtin_inf();
    mix(__builtin_isnan(nan) + 2 * (nan == nan) + 4 * (nan != nan) + 8 * (nan < 1) + 16 * !(nan < 1) + 32ul);
    mix_double(zero / zero);
    mix_double(inf - inf);
    mix_double(-zero);
    mix(__builtin_isnan(__builtin_elementwise_maximum(nan, inf)));
    mix_double(__builtin_elementwise_maximumnum(nan, inf));
    mix_double(__builtin_elementwise_minimum(zero, -zero));
    assert(take() == 0x52420fb5dba605c8);
    return 0;
}
