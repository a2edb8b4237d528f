//@ expect: safe
// A thread may wait for the alarm itself, without a handler, if it blocks it.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

int main(void)
{
    sigset_t set;
    int number = 0;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    alarm(1);
    assert(sigwait(&set, &number) == 0);
    assert(number == SIGALRM);
    return 0;
}
