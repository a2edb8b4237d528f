// A signal that comes in a handler which blocks it is delivered when that returns.
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t depth, times;

static void handler(int number)
{
    depth++;
    if (times++ == 0)
        raise(number);
    depth--;
}

int main(void)
{
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    assert(depth == 0);
    assert(times == 1); // expect: assert
    return 0;
}
