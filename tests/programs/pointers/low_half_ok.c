//@ expect: safe
// Addresses look like addresses, in both halves, and agree with each other.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct big {
    char bytes[5000];
} object;

char *volatile p, *volatile q;

int main(void) {
    p = malloc(64);
    q = malloc(64);
    uintptr_t whole = (uintptr_t)p * 2 / 2;
    uint32_t low = (uint32_t)(uintptr_t)p, high = (uint32_t)((uintptr_t)p >> 32);
    assert(low != 0 && high != 0);
    assert(((uintptr_t)high << 32 | low) == whole);
    assert(whole < (uintptr_t)1 << 47);
    assert((uint32_t)(uintptr_t)(p + 9) == low + 9);
    assert((uint32_t)(uintptr_t)q != low);
    assert((uintptr_t)p % 16 == 0 && ((uintptr_t)p & 15) == 0 && low % 16 == 0);
    // Byte by byte as well.
    unsigned char bytes[8];
    char *copy = p;
    memcpy(bytes, &copy, 8);
    uintptr_t sum = 0;
    for (int i = 0; i < 8; i++)
        sum |= (uintptr_t)bytes[i] << (8 * i);
    assert(sum == whole);
    uint32_t part;
    memcpy(&part, &copy, 4);
    assert(part == low);
    // And in print.
    char text[32];
    snprintf(text, sizeof text, "%p", (void *)p);
    assert(strtoull(text, NULL, 16) == whole);
    // Within an object, offsets are differences.
    char *start = object.bytes;
    uintptr_t first = (uintptr_t)start * 3, last = (uintptr_t)(start + 4999) * 3;
    assert(last - first == 3 * 4999);
    assert((unsigned short)((uintptr_t)(start + 4999) - (uintptr_t)start) == 4999);
    free(p);
    free(q);
    return 0;
}
