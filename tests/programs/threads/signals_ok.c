//@ expect: safe
// Handlers of signals that a thread sends to itself.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static int count;

static void plain(int number) { count += number == SIGUSR1; }

static void with_info(int number, siginfo_t *info, void *context)
{
    (void)context;
    assert(info->si_signo == number);
    count += 10;
}

int main(void)
{
    struct sigaction action = { .sa_sigaction = with_info, .sa_flags = SA_SIGINFO };
    sigset_t set;
    signal(SIGUSR1, plain);
    raise(SIGUSR1);
    assert(count == 1);
    sigaction(SIGUSR2, &action, NULL);
    pthread_kill(pthread_self(), SIGUSR2);
    assert(count == 11);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    assert(count == 11);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    assert(count == 12);
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    assert(count == 12);
    return 0;
}
