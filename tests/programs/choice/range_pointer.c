//@ native: no
// No number is an address, so whatever the pointer is, nothing is there.
#include "augur.h"

int main(void)
{
    int *pointer = __VERIFIER_nondet_pointer();
    return pointer ? *pointer : 0; // expect: null-deref
}
