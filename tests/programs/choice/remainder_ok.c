//@ expect: safe
//@ native: no
//@ exits: 0 1 2 3 4
// Only the remainder of an unknown number counts.
#include <assert.h>
#include "augur.h"

int main(void)
{
    unsigned status = __VERIFIER_nondet_uint() % 5;
    int sign = __VERIFIER_nondet_int() % 3;
    assert(status < 5 && sign > -3 && sign < 3);
    assert((__VERIFIER_nondet_ulong() & 7) < 8);
    return (int)status;
}
