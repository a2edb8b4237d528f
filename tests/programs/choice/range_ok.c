//@ expect: safe
//@ native: no
//@ exits: 0 1 2 3 4
// A number is chosen where something other than a comparison needs it, among what is left.
#include "augur.h"

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n < 5);
    return n;
}
