// A semaphore that starts with one too many.
#include <pthread.h>
#include <semaphore.h>

sem_t filled;
volatile int data;

static void *worker(void *arg) {
    data = 8; // expect: data-race
    sem_post(&filled);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&filled, 0, 1);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&filled);
    int seen = data; // expect: data-race
    pthread_join(t, NULL);
    return seen < 0;
}
