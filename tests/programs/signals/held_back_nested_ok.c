//@ expect: safe
// With SA_NODEFER it is handled within the handler.
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t depth, deepest, times;

static void handler(int number)
{
    if (++depth > deepest)
        deepest = depth;
    if (times++ == 0)
        raise(number);
    depth--;
}

int main(void)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = SA_NODEFER };
    sigaction(SIGUSR1, &action, 0);
    raise(SIGUSR1);
    assert(times == 2 && deepest == 2);
    return 0;
}
