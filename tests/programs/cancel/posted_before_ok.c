//@ expect: safe
// A request that is there before the call is acted on, even if the semaphore is free.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t ready;

static void *work(void *arg)
{
    pthread_cancel(pthread_self());
    sem_wait(&ready);
    assert(0);
    return arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    sem_init(&ready, 0, 1);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
