//@ expect: safe
//@ native: no
// Floats with a significand of 8 bits. (The C library of many machines cannot convert to them.)
#include <assert.h>

static unsigned short bits(__bf16 value) {
    unsigned short result;
    __builtin_memcpy(&result, &value, sizeof result);
    return result;
}

int main(void) {
    volatile float one = 1, three = 3, large = 3.4e38f;
    __bf16 x = (__bf16)one, y = (__bf16)three;
    assert(bits(x) == 0x3f80 && bits(y) == 0x4040);
    assert(bits(x / y) == 0x3eab);
    assert(bits(x + y) == 0x4080 && bits(x - y) == 0xc000 && bits(y * y) == 0x4110);
    assert(bits((__bf16)large) == 0x7f80);
    assert((float)(__bf16)257.0f == 256 && (float)(__bf16)259.0f == 260);
    assert(x < y && !(x > y) && x != y && (int)y == 3);
    assert(bits((__bf16)(int)(three * 1000)) == bits((__bf16)3008.0f));
    return 0;
}
