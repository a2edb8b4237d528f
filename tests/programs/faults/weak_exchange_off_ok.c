//@ expect: safe
// Without the fault it fails only for a reason.
#include <assert.h>
#include <stdatomic.h>

int main(void)
{
    atomic_int value = 1;
    int expected = 1;
    assert(atomic_compare_exchange_weak(&value, &expected, 2));
    assert(!atomic_compare_exchange_weak(&value, &expected, 3) && expected == 2);
    return 0;
}
