//@ expect: safe
//@ native: no
//@ exits: 0 1 2 3
// A number that is only compared with constants needs no more values than there are
// outcomes.
#include <assert.h>
#include "augur.h"

int main(void)
{
    int rounds = 0;
    while (__VERIFIER_nondet_int() && rounds < 2)
        rounds++;
    unsigned size = __VERIFIER_nondet_uint();
    if (size < 10)
        return rounds;
    assert(size >= 10 && size != 9);
    long number = __VERIFIER_nondet_long();
    if (number > 100)
        return 3;
    assert(number <= 100);
    return 0;
}
