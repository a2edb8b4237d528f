//@ expect: safe
// memalign takes the next power of two.
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    char *block = memalign(3, 10), *page = memalign(5000, 1);
    assert(block && page && (uintptr_t)page % 8192 == 0);
    free(block);
    free(page);
    return 0;
}
