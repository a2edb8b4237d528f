//@ expect: safe
//@ skip-none
// A timer that repeats rings as often as the program waits for it.
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
static volatile sig_atomic_t ticks;
static void handler(int number)
{
    (void)number;
    ticks++;
}

int main(void)
{
    struct itimerval timer = { { 0, 1000 }, { 0, 1000 } };
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, &old);
    signal(SIGALRM, handler);
    setitimer(ITIMER_REAL, &timer, NULL);
    while (ticks < 4)
        sigsuspend(&old);
    assert(ticks == 4);
    return 0;
}
