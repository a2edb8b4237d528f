//@ expect: safe
// All others block it, so it is handled before kill returns.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static pthread_t first;
static volatile sig_atomic_t handled;

static void handler(int number)
{
    (void)number;
    assert(pthread_equal(pthread_self(), first));
    handled = 1;
}

static void *run(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;
    sigset_t all, before;
    first = pthread_self();
    signal(SIGUSR1, handler);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_create(&thread, NULL, run, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    kill(getpid(), SIGUSR1);
    assert(handled);
    pthread_join(thread, NULL);
    return 0;
}
