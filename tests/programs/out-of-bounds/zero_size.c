// malloc(0) gives a block in which no byte may be touched.
#include <stdlib.h>

volatile size_t size = 0;

int main(void) {
    volatile char *p = malloc(size);
    *p = 1; // expect: out-of-bounds
    free((void *)p);
    return 0;
}
