//@ expect: safe
// The caller extends a small integer to 32 bits, as its type says. Nobody extends a result.
#include <assert.h>
#include <stdbool.h>

static int same(int n) {
    return n;
}

static signed char minus(void) {
    return -3;
}

static unsigned char large(void) {
    return 200;
}

static bool yes(void) {
    return true;
}

static int is(bool b) {
    return b ? 10 : 20;
}

static long low(char c, short s) {
    return c * 1000 + s;
}

int main(void) {
    int (*volatile of_char)(signed char) = (int (*)(signed char))(void (*)(void))same;
    int (*volatile of_byte)(unsigned char) = (int (*)(unsigned char))(void (*)(void))same;
    int (*volatile of_short)(short) = (int (*)(short))(void (*)(void))same;
    int (*volatile of_bool)(bool) = (int (*)(bool))(void (*)(void))same;
    assert(of_char(-5) == -5);
    assert(of_byte(250) == 250);
    assert(of_short(-300) == -300);
    assert(of_bool(true) == 1);
    int (*volatile result)(void) = (int (*)(void))(void (*)(void))minus;
    assert((signed char)result() == -3);
    result = (int (*)(void))(void (*)(void))large;
    assert((unsigned char)result() == 200);
    result = (int (*)(void))(void (*)(void))yes;
    assert((char)result() == 1);
    int (*volatile number)(int) = (int (*)(int))(void (*)(void))is;
    assert(number(1) == 10 && number(0) == 20);
    long (*volatile wide)(long, int) = (long (*)(long, int))(void (*)(void))low;
    assert(wide(0x7000000000000003, -4) == 2996);
    return 0;
}
