//@ expect: safe
// A program waits for its alarm, which it lets in only then.
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t rung;
static void handler(int number) { rung = number; }

int main(void)
{
    sigset_t set, none;
    sigemptyset(&none);
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGALRM, handler);
    alarm(1);
    while (!rung)
        sigsuspend(&none);
    assert(rung == SIGALRM);
    return 0;
}
