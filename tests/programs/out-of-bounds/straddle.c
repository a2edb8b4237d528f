// A four-byte read of which only the last two bytes lie outside.
#include <stdint.h>
#include <stdlib.h>

struct __attribute__((packed)) word {
    uint32_t value;
};

volatile size_t size = 6;

int main(void) {
    char *p = calloc(1, size);
    volatile struct word *w = (volatile struct word *)(p + 4);
    uint32_t v = w->value; // expect: out-of-bounds
    free(p);
    return (int)v;
}
