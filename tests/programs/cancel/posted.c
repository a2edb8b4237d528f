//@ expect: safe
//@ native: no
//@ exits: 0 1
// Who waits for a semaphore, is cancelled, and could go on as well does either.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t ready;

static void *work(void *arg)
{
    sem_wait(&ready);
    return arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    sem_init(&ready, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    sem_post(&ready);
    pthread_join(thread, &result);
    return result == PTHREAD_CANCELED;
}
