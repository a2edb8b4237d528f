//@ expect: safe
// One piece of memory seen as several types.
#include <assert.h>
#include <stdint.h>

union view {
    float f;
    uint32_t bits;
    unsigned char bytes[4];
    struct { uint16_t low, high; } halves;
};

volatile float one = 1.0f;

int main(void) {
    union view v = {.f = one};
    assert(v.bits == 0x3f800000u);
    assert(v.bytes[3] == 0x3f && v.bytes[2] == 0x80 && v.halves.high == 0x3f80);
    v.bytes[3] = 0x40;
    v.halves.high &= 0xff7f;
    assert(v.bits == 0x40000000u && v.f == 2.0f);
    return 0;
}
