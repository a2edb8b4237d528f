//@ flags: --faults spurious-failure
// A weak compare-exchange may fail though nobody was in the way, so it belongs in a loop.
#include <assert.h>
#include <stdatomic.h>

int main(void)
{
    atomic_int value = 1;
    int expected = 1;
    int done = atomic_compare_exchange_weak(&value, &expected, 2);
    assert(done); // expect: assert
    return 0;
}
