//@ expect: safe
//@ skip-none
// The same with the signal blocked in between.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static _Thread_local volatile int low, high;

static void handler(int number)
{
    (void)number;
    assert(low == high);
}

static void *run(void *unused)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    low = 1;
    high = 1;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    signal(SIGUSR1, handler);
    pthread_create(&thread, NULL, run, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
