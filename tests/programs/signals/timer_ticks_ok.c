//@ expect: safe
//@ skip-none
// A timer that repeats, and whose handler does not count, has finitely many states.
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

static volatile sig_atomic_t is_late;

static void handler(int number)
{
    (void)number;
    is_late = 1;
}

int main(void)
{
    struct itimerval timer = { { 0, 1000 }, { 0, 1000 } };
    signal(SIGALRM, handler);
    setitimer(ITIMER_REAL, &timer, NULL);
    while (!is_late)
        ;
    return 0;
}
