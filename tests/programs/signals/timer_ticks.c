//@ skip-none
// A timer that repeats rings as often as it takes.
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
    signal(SIGALRM, handler);
    setitimer(ITIMER_REAL, &timer, NULL);
    while (ticks < 4)
        ;
    assert(0); // expect: assert
}
