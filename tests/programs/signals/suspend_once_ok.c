//@ expect: safe
//@ skip-none
// sigsuspend handles a signal once: the mask is restored when the handler returns.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int runs;
static pthread_t first;

static void handler(int number)
{
    (void)number;
    runs++;
}

static void *work(void *arg)
{
    pthread_kill(first, SIGUSR1);
    while (!runs)
        ;
    pthread_kill(first, SIGUSR1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sigset_t blocked, none;
    struct sigaction action = { .sa_handler = handler };
    sigemptyset(&blocked);
    sigemptyset(&none);
    sigaddset(&blocked, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    sigaction(SIGUSR1, &action, NULL);
    first = pthread_self();
    pthread_create(&thread, NULL, work, NULL);
    sigsuspend(&none);
    assert(runs == 1);
    pthread_join(thread, NULL);
    return 0;
}
