//@ expect: safe
// The repaired twin of zero_size.c: the empty block is only freed.
#include <stdlib.h>

volatile size_t size = 0;

int main(void) {
    char *p = malloc(size);
    free(p);
    free(NULL);
    return 0;
}
