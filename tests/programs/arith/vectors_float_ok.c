//@ expect: safe
//@ skip-none
// Vectors of float and double: arithmetic, comparisons, conversions, shuffles.
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

typedef float f4 __attribute__((ext_vector_type(4)));
typedef double d2 __attribute__((ext_vector_type(2)));
typedef double d4 __attribute__((ext_vector_type(4)));
typedef int i4 __attribute__((ext_vector_type(4)));
typedef long l2 __attribute__((ext_vector_type(2)));
typedef short s4 __attribute__((ext_vector_type(4)));
typedef unsigned char u8x4 __attribute__((ext_vector_type(4)));

static void mix_f4(f4 v) {
    i4 bits = (i4)v;
    for (int i = 0; i < 4; i++)
        mix((unsigned)bits[i]);
}

static void mix_d2(d2 v) {
    l2 bits = (l2)v;
    mix((unsigned long)bits[0]);
    mix((unsigned long)bits[1]);
}

int main(void) {
    for (int round = 0; round < 20; round++) {
        f4 a, b;
        d2 x, y;
        for (int i = 0; i < 4; i++) {
            a[i] = (float)(int)any() / 16;
            b[i] = (float)(int)(any() | 1) * 3;
        }
        for (int i = 0; i < 2; i++) {
            x[i] = (double)(long)any() / 7;
            y[i] = (double)(long)(any() | 1) * 3;
        }
        mix_f4(a + b);
        mix_f4(a - b);
        mix_f4(a * b);
        mix_f4(a / b);
        mix_f4(-a);
        mix_f4((f4)(a < b));
        mix_f4((f4)(a != b));
        mix_f4(a < b ? a : b);
        mix_f4(__builtin_elementwise_abs(a));
        mix_f4(__builtin_elementwise_floor(a));
        mix_f4(__builtin_elementwise_ceil(a));
        mix_f4(__builtin_elementwise_trunc(a));
        mix_f4(__builtin_elementwise_roundeven(a));
        mix_f4(__builtin_elementwise_sqrt(a * a));
        mix_f4(__builtin_elementwise_max(a, b));
        mix_f4(__builtin_elementwise_copysign(a, b));
        mix_f4(__builtin_shufflevector(a, b, 0, 4, 1, 5));
        mix_f4(__builtin_shufflevector(a, b, 7, 2, 3, 0));
        mix_d2(x + y);
        mix_d2(x * y);
        mix_d2(x / y);
        mix_d2((d2)(x >= y));
        mix_d2(__builtin_elementwise_min(x, y));
        d4 wide = __builtin_convertvector(a, d4);
        wide = wide * wide + 1;
        mix_f4(__builtin_convertvector(wide, f4));
        s4 small = __builtin_convertvector(a * 0.0000001f, s4);
        mix_f4(__builtin_convertvector(small, f4));
        i4 whole = {(int)any(), (int)any(), (int)any(), (int)any()};
        mix_f4(__builtin_convertvector(whole, f4));
        u8x4 bytes = __builtin_convertvector(whole, u8x4);
        mix_f4(__builtin_convertvector(bytes, f4));
        mix_f4(__builtin_elementwise_fma(a, b, a));
    }
    assert(take() == 0x9c380adc96e956b4);
    return 0;
}
