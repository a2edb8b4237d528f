//@ expect: safe
// Integers of every width: wrap-around, sign, conversion.
#include <assert.h>
#include <stdint.h>

volatile uint8_t u8 = 250;
volatile int8_t s8 = -128;
volatile uint16_t u16 = 65535;
volatile int16_t s16 = -2;
volatile uint32_t u32 = 0xffffffffu;
volatile int32_t s32 = -7;
volatile uint64_t u64 = 0xffffffffffffffffu;
volatile int64_t s64 = INT64_MIN;

int main(void) {
    assert((uint8_t)(u8 + 10) == 4 && u8 + 10 == 260);
    assert((int)s8 == -128 && (uint8_t)s8 == 128 && (unsigned)s8 == 0xffffff80u);
    assert((uint16_t)(u16 + 1) == 0 && (int16_t)u16 == -1);
    assert((uint16_t)s16 == 65534 && s16 / 2 == -1 && s16 % 2 == 0);
    assert(u32 + 1 == 0 && (uint64_t)u32 + 1 == 0x100000000u && (int32_t)u32 == -1);
    assert(s32 / 2 == -3 && s32 % 2 == -1 && (s32 & 3) == 1);
    assert((uint32_t)s32 / 2 == 0x7ffffffcu);
    assert(u64 + 1 == 0 && (uint8_t)u64 == 255 && u64 / 3 == 0x5555555555555555u);
    assert(s64 < 0 && (uint64_t)s64 == 0x8000000000000000u && s64 / 2 == -0x4000000000000000);
    assert((int8_t)s32 == -7 && (int64_t)s8 == -128);
    return 0;
}
