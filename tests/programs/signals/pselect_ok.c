//@ expect: safe
//@ skip-none
// As pselect; with the mask from before nothing comes.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/select.h>

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
    return arg;
}

int main(void)
{
    pthread_t thread;
    sigset_t set, none;
    struct timespec time = { 0, 1000 };
    sigemptyset(&none);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGUSR1, handler);
    first = pthread_self();
    pthread_create(&thread, NULL, work, NULL);
    assert(pselect(0, NULL, NULL, NULL, &time, &set) == 0);
    assert(!runs);
    pthread_join(thread, NULL);
    return 0;
}
