//@ skip-none
// A handler ends a sleep early.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
static void handler(int number) { (void)number; }
static pthread_t sleeper;

static void *wake(void *unused)
{
    pthread_kill(sleeper, SIGUSR1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct timespec duration = { 10, 0 };
    signal(SIGUSR1, handler);
    sleeper = pthread_self();
    pthread_create(&thread, NULL, wake, NULL);
    int slept = nanosleep(&duration, NULL) == 0;
    pthread_join(thread, NULL);
    assert(slept); // expect: assert
    return 0;
}
