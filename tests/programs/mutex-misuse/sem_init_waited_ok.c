//@ expect: safe
// Where nobody waits a semaphore may be made anew.
#include <pthread.h>
#include <semaphore.h>
static sem_t semaphore;

static void *worker(void *unused)
{
    sem_wait(&semaphore);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    sem_init(&semaphore, 0, 1);
    return 0;
}
