/* Faults of the environment: see augur/fault.h. Where their number is bounded, how
 * many there were is part of the state. */
#include <augur/fault.h>
#include <augur/known.h>

static int chosen[AUGUR_FAULT_SPURIOUS_FAILURE + 1];

static __attribute__((noinline)) int choose(int which, int bound)
{
    __divine_interrupt_mask();
    if (chosen[which] >= bound || !__divine_choice(2))
        return 0;
    chosen[which]++;
    return 1;
}

int augur_fault_chosen(int which)
{
    int bound = __augur_fault_enabled(which);
    return bound < 0 ? __divine_choice(2) : choose(which, bound);
}

int augur_exchange_fails(void) { return augur_fault(AUGUR_FAULT_SPURIOUS_FAILURE); }
