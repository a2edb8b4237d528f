//@ expect: safe
// Undefined bits that are masked out or shifted away decide nothing.
#include <assert.h>
#include <stdlib.h>

unsigned char *volatile bytes;
unsigned *volatile word;

int main(void) {
    bytes = malloc(4);
    bytes[2] = 0x5a;
    word = (unsigned *)bytes;
    unsigned w = *word;
    assert((w & 0x00ff0000u) == 0x005a0000u);
    assert(((w >> 16) & 0xffu) == 0x5a);
    assert((w & 0u) == 0);
    assert((w | 0xff00ffffu) == 0xff5affffu);
    assert((unsigned char)(w >> 16) == 0x5a);
    free(bytes);
    return 0;
}
