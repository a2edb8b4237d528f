// The upper end of a range that is clamped is one too many.
#include "augur.h"

int main(void)
{
    int sizes[4] = {1, 2, 4, 8};
    int n = __VERIFIER_nondet_int();
    n = n > 4 ? 4 : (n < 0 ? 0 : n);
    return sizes[n]; // expect: out-of-bounds
}
