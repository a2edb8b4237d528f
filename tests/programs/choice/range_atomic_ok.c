//@ expect: safe
//@ native: no
//@ exits: 0 3 4 9
// Atomic operations look at numbers in memory.
#include "augur.h"

#include <stdatomic.h>

static atomic_int shared;

int main(void)
{
    atomic_store(&shared, __VERIFIER_nondet_int());
    int expected = 7;
    if (atomic_compare_exchange_strong(&shared, &expected, 9))
        return atomic_load(&shared);
    if (expected < 2 || expected > 3)
        return 0;
    atomic_fetch_add(&shared, 1);
    return shared;
}
