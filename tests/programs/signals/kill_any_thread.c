//@ skip-none
// A signal to the process may be handled by any thread that does not block it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static pthread_t first;

static void handler(int number)
{
    (void)number;
    assert(pthread_equal(pthread_self(), first)); // expect: assert
}

static void *run(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;
    first = pthread_self();
    signal(SIGUSR1, handler);
    pthread_create(&thread, NULL, run, NULL);
    kill(getpid(), SIGUSR1);
    pthread_join(thread, NULL);
    return 0;
}
