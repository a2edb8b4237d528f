//@ expect: safe
// Writing the small member of a union defines as many bytes and no more.
#include <assert.h>
#include <stdlib.h>

union number {
    unsigned char small;
    unsigned long large;
};

union number *volatile n;

int main(void) {
    n = malloc(sizeof *n);
    n->small = 9;
    assert(n->small == 9);
    assert((n->large & 0xff) == 9);
    n->large = 0x0102030405060708;
    assert(n->small == 8);
    free(n);
    return 0;
}
