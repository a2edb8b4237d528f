//@ expect: safe
//@ skip-none
// A ticker: each tick is waited for, and comes.
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

int main(void)
{
    struct itimerval timer = { { 0, 1000 }, { 0, 1000 } };
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
    for (int i = 0; i < 5; i++) {
        assert(sigwait(&set, &number) == 0);
        assert(number == SIGALRM);
    }
    return 0;
}
