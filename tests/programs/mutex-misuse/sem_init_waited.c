// Making a semaphore anew while a thread waits for it.
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
    pthread_create(&thread, NULL, worker, NULL);
    sem_init(&semaphore, 0, 1); // expect: mutex-misuse
    pthread_join(thread, NULL);
    return 0;
}
