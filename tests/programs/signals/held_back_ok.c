//@ expect: safe
// It is not handled within the handler, and twice in all.
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t depth, times;

static void handler(int number)
{
    depth++;
    assert(depth == 1);
    if (times++ == 0)
        raise(number);
    depth--;
}

int main(void)
{
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    assert(times == 2);
    return 0;
}
