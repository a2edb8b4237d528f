// As remainder_ok: a negative number has a negative remainder.
#include <assert.h>
#include "augur.h"

int main(void)
{
    int number = __VERIFIER_nondet_int();
    assert(number % 3 != -2); // expect: assert
    return 0;
}
