//@ expect: safe
//@ skip-none
// Integers of odd widths, narrow and wide.
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

#define TEST(bits)                                                                                                     \
    static void test##bits(void) {                                                                                     \
        typedef unsigned _BitInt(bits) uint;                                                                           \
        typedef _BitInt(bits) sint;                                                                                    \
        for (int round = 0; round < 10; round++) {                                                                     \
            uint a = 0, b = 0;                                                                                         \
            for (int at = 0; at < bits; at += 32) {                                                                    \
                a = (uint)(a << (bits > 32 ? 31 : 1)) ^ (uint)any();                                                   \
                b = (uint)(b << (bits > 32 ? 31 : 1)) ^ (uint)any();                                                   \
            }                                                                                                          \
            sint x = (sint)a, y = (sint)((b | 1) & ~(uint)2);                                                          \
            unsigned by = (unsigned)any() % bits;                                                                      \
            uint results[] = {(uint)(a + b), (uint)(a - b), (uint)(a * b), (uint)(a / (b | 1)), (uint)(a % (b | 1)),   \
                (uint)(x / y), (uint)(x % y), (uint)(a << by), (uint)(a >> by), (uint)(x >> by), (uint)(a & b),        \
                (uint)(a | b), (uint)(a ^ b), (uint)~a, (uint)-a, x < y ? a : b, a < b ? a : b};                       \
            for (unsigned long r = 0; r < sizeof results / sizeof *results; r++)                                       \
                for (int at = 0; at < bits; at += 29)                                                                  \
                    mix((unsigned long)(results[r] >> at));                                                            \
            mix((unsigned long)x);                                                                                     \
            double d = (double)x;                                                                                      \
            unsigned long pattern;                                                                                     \
            __builtin_memcpy(&pattern, &d, sizeof pattern);                                                            \
            mix(pattern);                                                                                              \
        }                                                                                                              \
    }

TEST(5)
TEST(13)
TEST(24)
TEST(33)
TEST(63)
TEST(65)
TEST(100)
TEST(128)
TEST(200)
TEST(256)

int main(void) {
    test5();
    assert(take() == 0xbffb0160d9d61432);
    test13();
    assert(take() == 0x69bdbff90240c58b);
    test24();
    assert(take() == 0x987d0913e12f62c7);
    test33();
    assert(take() == 0x7a289a5f966a7c2b);
    test63();
    assert(take() == 0x219393f6cf9c2641);
    test65();
    assert(take() == 0x4184d54188edfcb5);
    test100();
    assert(take() == 0x5d3ab6d4c56121af);
    test128();
    assert(take() == 0xf2cbcde071e912eb);
    test200();
    assert(take() == 0x683b9f3a49f2fa9c);
    test256();
    assert(take() == 0x43ce09197da378d6);
    return 0;
}
