//@ expect: safe
// One that does not repeat rings at most once.
#include <assert.h>
#include <signal.h>
#include <sys/time.h>
static volatile sig_atomic_t ticks;
static void handler(int number)
{
    (void)number;
    ticks++;
}

int main(void)
{
    struct itimerval timer = { { 0, 0 }, { 0, 1000 } };
    signal(SIGALRM, handler);
    setitimer(ITIMER_REAL, &timer, 0);
    int seen = ticks;
    assert(seen < 2);
    return 0;
}
