//@ expect: safe
//@ skip-none
// sigsuspend handles all signals that wait and that it lets in.
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t runs;

static void handler(int number)
{
    (void)number;
    runs++;
}

int main(void)
{
    sigset_t blocked, none;
    sigemptyset(&blocked);
    sigemptyset(&none);
    sigaddset(&blocked, SIGUSR1);
    sigaddset(&blocked, SIGUSR2);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    signal(SIGUSR1, handler);
    signal(SIGUSR2, handler);
    raise(SIGUSR1);
    raise(SIGUSR2);
    assert(runs == 0);
    sigsuspend(&none);
    assert(runs == 2);
    return 0;
}
