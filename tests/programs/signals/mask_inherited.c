// A new thread blocks what its maker blocks.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *run(void *unused)
{
    sigset_t mask;
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    assert(!sigismember(&mask, SIGUSR1)); // expect: assert
    return unused;
}

int main(void)
{
    pthread_t thread;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    return 0;
}
