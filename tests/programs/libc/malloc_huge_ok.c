//@ expect: safe
// More than the address space has is refused, on every machine; a bit over 1 GiB is not.
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    volatile size_t size = SIZE_MAX;
    errno = 0;
    assert(malloc(size) == NULL && errno == ENOMEM);
    size = PTRDIFF_MAX;
    assert(malloc(size) == NULL);
    assert(calloc(size, 8) == NULL);
    char *block = malloc(16);
    assert(realloc(block, size) == NULL);
    free(block);
    return 0;
}
