//@ expect: safe
// The repaired twin of straddle.c: an unaligned read that lies inside.
#include <stdint.h>
#include <stdlib.h>

struct __attribute__((packed)) word {
    uint32_t value;
};

volatile size_t size = 6;

int main(void) {
    char *p = calloc(1, size);
    volatile struct word *w = (volatile struct word *)(p + 2);
    uint32_t v = w->value;
    free(p);
    return (int)v;
}
