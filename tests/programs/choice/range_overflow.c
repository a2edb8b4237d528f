//@ native: no
//@ opt: O0
// Of all numbers, the largest has no successor.
#include "augur.h"

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n + 1 > 5) // expect: uninit
        return 1;
    return 0;
}
