//@ expect: safe
//@ skip-none
// Integer vectors of every lane width; the sums are those of the native build.
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

#define TEST(name, lane, count, amount)                                                                                \
    typedef lane name##_vec __attribute__((ext_vector_type(count)))         ;                                        \
    static void name(void) {                                                                                           \
        for (int round = 0; round < 8; round++) {                                                                      \
            name##_vec a, b, c;                                                                                        \
            for (int i = 0; i < count; i++) {                                                                          \
                a[i] = (lane)any();                                                                                    \
                b[i] = (lane)any();                                                                                    \
                c[i] = (lane)(any() % (sizeof(lane) * 8));                                                             \
            }                                                                                                          \
            name##_vec divisor = (b & 63) + 1;                                                                         \
            name##_vec results[] = {a + b, a - b, a * b, a / divisor, a % divisor, a & b, a | b, a ^ b, ~a, -a,        \
                a << c, a >> c, (name##_vec)(a < b), (name##_vec)(a == b), a > b ? a : b,                              \
                __builtin_elementwise_max(a, b), __builtin_elementwise_min(a, b),                                      \
                __builtin_elementwise_add_sat(a, b), __builtin_elementwise_sub_sat(a, b),                              \
                __builtin_elementwise_popcount(a), __builtin_elementwise_bitreverse(a)};                               \
            for (unsigned long r = 0; r < sizeof results / sizeof *results; r++)                                       \
                for (int i = 0; i < count; i++)                                                                        \
                    mix((unsigned long)results[r][i]);                                                                 \
            mix((unsigned long)__builtin_reduce_add(a));                                                               \
            mix((unsigned long)__builtin_reduce_mul(a | 1));                                                           \
            mix((unsigned long)__builtin_reduce_and(a));                                                               \
            mix((unsigned long)__builtin_reduce_or(a));                                                                \
            mix((unsigned long)__builtin_reduce_xor(a));                                                               \
            mix((unsigned long)__builtin_reduce_max(a));                                                               \
            mix((unsigned long)__builtin_reduce_min(a));                                                               \
        }                                                                                                              \
    }

TEST(u8x16, unsigned char, 16, 8)
TEST(s8x8, signed char, 8, 8)
TEST(u16x8, unsigned short, 8, 16)
TEST(s16x4, short, 4, 16)
TEST(u32x4, unsigned int, 4, 32)
TEST(u32x2, unsigned int, 2, 32)
TEST(u64x2, unsigned long, 2, 64)
TEST(u64x4, unsigned long, 4, 64)

int main(void) {
    u8x16();
    assert(take() == 0x20afb042db73266f);
    s8x8();
    assert(take() == 0x4e1b1dfc5c9ff05d);
    u16x8();
    assert(take() == 0x7c3ad5588da46595);
    s16x4();
    assert(take() == 0xb324714a18700cdd);
    u32x4();
    assert(take() == 0x4a4f034f765a6551);
    u32x2();
    assert(take() == 0xfffb18dbb93cfe14);
    u64x2();
    assert(take() == 0x866e63102a64caeb);
    u64x4();
    assert(take() == 0x2096d1a0284bc4f0);
    return 0;
}
