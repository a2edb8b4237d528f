// As compared_only_ok: the one value that goes wrong is found.
#include <assert.h>
#include "augur.h"

int main(void)
{
    int number = __VERIFIER_nondet_int();
    assert(number != 123456789); // expect: assert
    return 0;
}
