// A semaphore is destroyed while a thread waits for it.
#include <pthread.h>
#include <semaphore.h>

static sem_t go;

static void *wait(void *arg)
{
    sem_wait(&go); // expect: mutex-misuse
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&go, 0, 0);
    pthread_create(&thread, NULL, wait, NULL);
    sem_destroy(&go); // expect: mutex-misuse
    return 0;
}
