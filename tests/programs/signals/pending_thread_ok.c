//@ expect: safe
// What was sent to a thread is pending there only.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *run(void *unused)
{
    sigset_t pending;
    sigpending(&pending);
    assert(!sigismember(&pending, SIGUSR1));
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
    raise(SIGUSR1);
    pthread_kill(pthread_self(), SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
