//@ expect: safe
//@ native: no
// An optimiser makes a minimum or a maximum of a range that is clamped: each of the two sides is followed.
#include <assert.h>
#include <string.h>
#include "augur.h"

static int clamp(int n)
{
    return n > 3 ? 3 : (n < 0 ? 0 : n);
}

int main(void)
{
    int sizes[4] = {1, 2, 4, 8};
    int n = clamp(__VERIFIER_nondet_int());
    assert(n >= 0 && n <= 3 && sizes[n] == 1 << n);
    unsigned length = __VERIFIER_nondet_uint();
    if (length > 3)
        length = 3;
    char text[3];
    memset(text, 1, length);
    for (unsigned i = 0; i < length; i++)
        assert(text[i] == 1);
    long least = __VERIFIER_nondet_long();
    if (least < 7)
        least = 7;
    assert(least >= 7);
    return 0;
}
