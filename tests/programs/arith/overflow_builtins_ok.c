//@ expect: safe
//@ skip-none
// Arithmetic that tells whether it overflowed.
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

#define TEST(type)                                                                                                     \
    do {                                                                                                               \
        for (int round = 0; round < 60; round++) {                                                                     \
            type a = (type)any(), b = (type)any(), result;                                                             \
            mix(__builtin_add_overflow(a, b, &result));                                                                \
            mix((unsigned long)result);                                                                                \
            mix(__builtin_sub_overflow(a, b, &result));                                                                \
            mix((unsigned long)result);                                                                                \
            mix(__builtin_mul_overflow(a, b, &result));                                                                \
            mix((unsigned long)result);                                                                                \
            mix(__builtin_mul_overflow((long)any(), (int)any(), &result));                                             \
            mix((unsigned long)result);                                                                                \
            mix(__builtin_sub_overflow((unsigned long)any(), (signed char)any(), &result));                            \
            mix((unsigned long)result);                                                                                \
        }                                                                                                              \
    } while (0)

int main(void) {
    TEST(signed char);
    TEST(unsigned char);
    TEST(short);
    TEST(unsigned short);
    assert(take() == 0x609c09d929f43c2d);
    TEST(int);
    TEST(unsigned);
    assert(take() == 0x99a120d9169b0259);
    TEST(long);
    TEST(unsigned long);
    assert(take() == 0x2982c217d962f35d);
    unsigned long carry;
    for (int round = 0; round < 60; round++) {
        mix(__builtin_addcl(any(), any(), any() & 1, &carry));
        mix(carry);
        mix(__builtin_subcl(any(), any(), any() & 1, &carry));
        mix(carry);
    }
    assert(take() == 0xf0815c23174e76d2);
    return 0;
}
