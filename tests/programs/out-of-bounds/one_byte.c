// One byte past a block whose size is no multiple of anything: nothing rounds it up.
#include <stdlib.h>

volatile size_t size = 13;

int main(void) {
    volatile char *p = malloc(size);
    p[12] = 'x';
    p[13] = 'y'; // expect: out-of-bounds
    free((void *)p);
    return 0;
}
