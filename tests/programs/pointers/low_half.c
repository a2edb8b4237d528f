// The lower half of an address is not zero.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

char *volatile p;

int main(void) {
    p = malloc(64);
    int low = (int)(intptr_t)p;
    assert(low == 0); // expect: assert
    free(p);
    return 0;
}
