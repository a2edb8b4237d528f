//@ expect: safe
//@ flags: --faults spurious-failure:1
//@ exits: 0 1
// At most one failure: the second try succeeds.
#include <assert.h>
#include <stdatomic.h>

int main(void)
{
    static _Atomic long value;
    long expected = 0;
    int first = atomic_compare_exchange_weak(&value, &expected, 1);
    if (!first)
        assert(atomic_compare_exchange_weak(&value, &expected, 1));
    return !first;
}
