//@ expect: safe
// The handler is installed after the alarm was set, and still in time.
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t rung;
static void handler(int number) { rung = number; }

int main(void)
{
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, &old);
    alarm(1);
    signal(SIGALRM, handler);
    while (!rung)
        sigsuspend(&old);
    assert(rung == SIGALRM);
    return 0;
}
