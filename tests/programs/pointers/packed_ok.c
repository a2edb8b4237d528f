//@ expect: safe
// Pointers that share a word with a number: below them or above them, where addresses have 48 bits; also as a
// signed number, counted up, and copied without the bytes that are zero.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

volatile uint64_t packed;

static int *above(int *p) {
    packed = (uintptr_t)p << 16 | 7;
    packed++;
    assert((packed & 0xffff) == 8);
    return (int *)(packed >> 16);
}

static int *above_signed(int *p) {
    packed = (uintptr_t)p << 16 | 7;
    return (int *)((int64_t)packed >> 16);
}

static int *above_a_byte(int *p) {
    packed = (uintptr_t)p << 8 | 7;
    packed ^= 1;
    return (int *)(packed >> 8);
}

static int *below(int *p) {
    packed = (uintptr_t)p | (uint64_t)5 << 48;
    assert(packed >> 48 == 5);
    return (int *)(packed & 0xffffffffffff);
}

static int *below_shifted(int *p) {
    packed = (uintptr_t)p | (uint64_t)5 << 56;
    return (int *)((int64_t)(packed << 16) >> 16);
}

static int *six_bytes(int *p) {
    unsigned char bytes[6];
    uint64_t whole = 0;
    memcpy(bytes, &p, sizeof bytes);
    memcpy(&whole, bytes, sizeof bytes);
    packed = whole;
    return (int *)packed;
}

int main(void) {
    int *(*pack[])(int *) = {above, above_signed, above_a_byte, below, below_shifted, six_bytes};
    for (int i = 0; i < 6; i++) {
        int *block = malloc(sizeof *block);
        *block = i;
        block = pack[i](block);
        assert(*block == i);
        free(block);
    }
    return 0;
}
