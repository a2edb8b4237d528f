//@ expect: safe
// It rings before, after, or not at all if it is stopped.
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t low, high;
static void handler(int number)
{
    (void)number;
    assert(low == high);
}

int main(void)
{
    signal(SIGALRM, handler);
    alarm(1);
    assert(alarm(0) <= 1);
    low = 1;
    high = 1;
    alarm(2);
    return 0;
}
