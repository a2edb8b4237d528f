//@ expect: unsupported
//@ native: no
// No list of all pointers is ever gone through.
#include "augur.h"

int main(void)
{
    int *pointer = __VERIFIER_nondet_pointer();
    return pointer ? *pointer : 0;
}
