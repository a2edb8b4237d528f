//@ expect: safe
//@ skip-none
// Half, computed by way of float.
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

static void mix_half(_Float16 value) {
    unsigned short bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    mix(bits);
}

static void mix_float(float value) {
    unsigned bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    mix(bits);
}

typedef _Float16 h8 __attribute__((vector_size(16)));

int main(void) {
    for (int round = 0; round < 100; round++) {
        _Float16 a = (_Float16)((float)(short)any() / 64), b = (_Float16)((float)(short)(any() | 1) / 512);
        mix_half(a + b);
        mix_half(a - b);
        mix_half(a * b);
        mix_half(a / b);
        mix_half(-a);
        mix_half(a * b + a);
        mix_float((float)a);
        mix_half((_Float16)((double)a * 1.0001));
        mix((a < b) + 2ul * (a == b));
        mix((unsigned long)(long)a);
        mix_half((_Float16)(short)any());
        mix_half((_Float16)(long double)b);
    }
    assert(take() == 0x3953bc0501eccdc8);
    for (int round = 0; round < 10; round++) {
        h8 a, b;
        for (int i = 0; i < 8; i++) {
            a[i] = (_Float16)(short)any();
            b[i] = (_Float16)((short)any() | 1);
        }
        h8 results[] = {a + b, a - b, a * b, a / b, -a};
        for (int r = 0; r < 5; r++)
            for (int i = 0; i < 8; i++)
                mix_half(results[r][i]);
    }
    assert(take() == 0x629a3c8a513317c4);
    return 0;
}
