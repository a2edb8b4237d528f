// A thread waits for a semaphore that ends with its function. Nobody writes it, but its end lets go.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static sem_t *_Atomic shared;
static atomic_int steps;

static void *lends(void *arg) {
    sem_t own;
    sem_init(&own, 0, 0);
    shared = &own;
    steps++;
    return arg;
}

static void *waits(void *arg) {
    sem_t *lent = shared;
    if (lent)
        sem_wait(lent); // expect: dead-stack
    return arg;
}

static void *steps_in(void *arg) {
    steps++;
    return arg;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, lends, NULL);
    pthread_create(&threads[1], NULL, waits, NULL);
    pthread_create(&threads[2], NULL, steps_in, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
