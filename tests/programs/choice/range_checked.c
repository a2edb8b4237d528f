//@ native: no
// One of the five numbers that are left is one too many.
#include "augur.h"

int main(void)
{
    int table[5] = {1, 2, 3, 4, 5};
    long n = __VERIFIER_nondet_long();
    if (n < 1 || n > 5)
        return 0;
    return table[n]; // expect: out-of-bounds
}
