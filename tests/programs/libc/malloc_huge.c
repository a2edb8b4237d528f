//@ expect: unsupported
// Whether there are 64 GiB depends on the machine: neither answer would be right.
#include <stdlib.h>

char *volatile block;

int main(void) {
    volatile size_t size = (size_t)64 << 30;
    block = malloc(size);
    if (block)
        block[0] = 1;
    free(block);
    return 0;
}
