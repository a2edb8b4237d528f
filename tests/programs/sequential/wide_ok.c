//@ expect: safe
// 128-bit integers.
#include <assert.h>
#include <stdint.h>

typedef unsigned __int128 u128;
typedef __int128 s128;

volatile uint64_t a = 0xffffffffffffffffu;
volatile uint64_t b = 10;
volatile int64_t c = -3;

int main(void) {
    u128 square = (u128)a * a;
    assert((uint64_t)square == 1 && (uint64_t)(square >> 64) == 0xfffffffffffffffeu);
    u128 sum = (u128)a + b;
    assert((uint64_t)sum == 9 && sum >> 64 == 1);
    assert((uint64_t)(square / a) == a && square % a == 0);
    s128 s = c;
    assert(s < 0 && s * s == 9 && (int64_t)((s128)((u128)s << 70) >> 70) == -3);
    assert((uint64_t)((u128)s >> 64) == 0xffffffffffffffffu);
    assert(sum > a && !(sum < b) && sum != (u128)9);
    return 0;
}
