//@ expect: safe
// Integers of 7, 24 and 48 bits.
#include <assert.h>

volatile int seven = 100;
volatile long much = 0x123456789abc;

int main(void) {
    unsigned _BitInt(7) a = (unsigned _BitInt(7))seven;
    a += (unsigned _BitInt(7))30;
    assert((int)a == 2);
    _BitInt(7) s = (_BitInt(7))seven;
    assert((int)s == -28);
    unsigned _BitInt(24) t = (unsigned _BitInt(24))much;
    assert((unsigned)t == 0x789abc);
    unsigned _BitInt(48) f = (unsigned _BitInt(48))much;
    f = f * f;
    assert((unsigned long)f == ((unsigned long)much * (unsigned long)much & 0xffffffffffffu));
    return 0;
}
