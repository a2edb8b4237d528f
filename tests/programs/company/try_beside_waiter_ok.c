//@ expect: safe
//@ skip-tau
// A semaphore that is tried for while another thread waits for it may not be had at once.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t semaphore;
static atomic_int cell;

static void *adds(void *arg) {
    atomic_fetch_add(&cell, 1);
    return arg;
}

static void *waits(void *arg) {
    sem_wait(&semaphore);
    sem_post(&semaphore);
    return arg;
}

static void *tries(void *arg) {
    int failed = sem_trywait(&semaphore);
    assert(!failed || failed == -1);
    if (!failed)
        sem_post(&semaphore);
    return arg;
}

int main(void) {
    pthread_t threads[4];
    sem_init(&semaphore, 0, 1);
    pthread_create(&threads[0], NULL, adds, NULL);
    pthread_create(&threads[1], NULL, adds, NULL);
    pthread_create(&threads[2], NULL, waits, NULL);
    pthread_create(&threads[3], NULL, tries, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
