//@ skip-none
// pselect sleeps with another mask, and a signal that this lets in ends it.
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
    assert(pselect(0, NULL, NULL, NULL, &time, &none) == 0); // expect: assert
    pthread_join(thread, NULL);
    return 0;
}
