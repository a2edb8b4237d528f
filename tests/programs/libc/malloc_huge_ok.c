//@ expect: safe
// More than the address space has is refused, on every machine.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

void *volatile block;

int main(void) {
    volatile size_t size = SIZE_MAX;
    block = malloc(size);
    assert(block == NULL);
    size = PTRDIFF_MAX;
    block = malloc(size);
    assert(block == NULL);
    block = calloc(size, 8);
    assert(block == NULL);
    void *small = malloc(16);
    block = realloc(small, size);
    assert(block == NULL);
    free(small);
    return 0;
}
