/* Static variables of functions: the first thread that comes makes them, others wait. */
#include <augur/traps.h>

extern "C" {

/* The guard of a static variable: its first byte says that the variable is
 * ready, its second half who is making it. */
struct guard {
    unsigned char ready, pad[3];
    unsigned maker;    /* 1 + the number of the thread */
};

__attribute__((noinline)) int __cxa_guard_acquire(guard *g)
{
    __divine_interrupt_mask();
    if (g->ready)
        return 0;
    unsigned self = 1 + (unsigned)__divine_get_tid();
    if (g->maker == self)
        __augur_problem(AUGUR_DEADLOCK, "a static variable is needed by its own initialisation");
    __augur_wait(&g->maker, ~0u, 0, AUGUR_EQ, "a static variable", g, (const int *)&g->maker, nullptr);
    if (g->ready)
        return 0;
    g->maker = self;
    return 1;
}

__attribute__((noinline)) void __cxa_guard_release(guard *g)
{
    __divine_interrupt_mask();
    g->ready = 1;
    g->maker = 0;
}

__attribute__((noinline)) void __cxa_guard_abort(guard *g)
{
    __divine_interrupt_mask();
    g->maker = 0;
}

}
