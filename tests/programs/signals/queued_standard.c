// A standard signal that is pending already is not counted again.
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t times;
static void handler(int number) { times += number == SIGUSR1; }

int main(void)
{
    sigset_t set;
    signal(SIGUSR1, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGUSR1);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    assert(times == 2); // expect: assert
    return 0;
}
