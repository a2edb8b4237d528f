//@ expect: safe
// Unaligned and packed accesses.
#include <assert.h>
#include <stdint.h>
#include <string.h>

struct __attribute__((packed)) header {
    uint8_t kind;
    uint32_t length;
    uint16_t check;
};

volatile struct header h;
unsigned char raw[8];

int main(void) {
    h.kind = 1;
    h.length = 0x01020304;
    h.check = 0xbeef;
    assert(sizeof h == 7);
    memcpy(raw, (const void *)&h, sizeof h);
    assert(raw[0] == 1 && raw[1] == 4 && raw[4] == 1 && raw[5] == 0xef);
    uint32_t middle;
    memcpy(&middle, raw + 3, sizeof middle);
    assert(middle == 0xbeef0102u);
    return 0;
}
