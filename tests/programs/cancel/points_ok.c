//@ expect: safe
// Cancellation ends waits for a semaphore and for a thread; a thread whose joiner was
// cancelled can be joined by another.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t never;
static pthread_t waiter;

static void *wait(void *arg)
{
    sem_wait(&never);
    return arg;
}

static void *join(void *arg)
{
    pthread_join(waiter, NULL);
    return arg;
}

static void *sleepy(void *arg)
{
    for (;;)
        sleep(1);
    return arg;
}

int main(void)
{
    pthread_t joiner, sleeper;
    void *result;
    sem_init(&never, 0, 0);
    pthread_create(&waiter, NULL, wait, NULL);
    pthread_create(&joiner, NULL, join, NULL);
    pthread_cancel(joiner);
    pthread_join(joiner, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_cancel(waiter);
    pthread_join(waiter, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_create(&sleeper, NULL, sleepy, NULL);
    pthread_cancel(sleeper);
    pthread_join(sleeper, &result);
    assert(result == PTHREAD_CANCELED);
    sem_destroy(&never);
    return 0;
}
