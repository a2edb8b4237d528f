//@ expect: safe
//@ native: no
//@ exits: 0 12 14 16 18 20
#include "augur.h"

#include <stdlib.h>

int main(void)
{
    int table[5] = {1, 2, 3, 4, 5};
    long n = __VERIFIER_nondet_long();
    if (n < 3 || n > 7)
        return 0;
    int *block = malloc(n * sizeof *block);
    block[n - 1] = 10;
    int result = 2 * table[n - 3] + block[n - 1];
    free(block);
    return result;
}
