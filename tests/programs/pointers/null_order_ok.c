//@ expect: safe
// Every pointer is above null: asking that shows no address, so it does not matter where blocks were.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    for (int i = 0; i < 20; i++) {
        char *block = malloc(16);
        assert(block);
        assert((uintptr_t)block > 0 && !((uintptr_t)block < 4096) && (intptr_t)block > 0);
        free(block);
    }
    return 0;
}
