// A request that is there before sigwait is acted on, even if a signal is there, too.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int go, is_through;
static sigset_t set;

static void *work(void *arg)
{
    int number;
    while (!go)
        ;
    sigwait(&set, &number);
    is_through = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&thread, NULL, work, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_cancel(thread);
    go = 1;
    pthread_join(thread, NULL);
    assert(is_through); // expect: assert
    return 0;
}
