//@ skip-none
// The handler finds a thread-local variable half-way between two values.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static _Thread_local volatile int low, high;

static void handler(int number)
{
    (void)number;
    assert(low == high); // expect: assert
}

static void *run(void *unused)
{
    low = 1;
    high = 1;
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
