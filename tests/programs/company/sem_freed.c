// A semaphore is freed while a thread waits for it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static sem_t *full;
static atomic_int steps;

static void *waits(void *arg) {
    sem_wait(full); // expect: use-after-free
    return arg;
}

static void *lets_go(void *arg) {
    free(full);
    return arg;
}

static void *steps_in(void *arg) {
    steps++;
    return arg;
}

int main(void) {
    pthread_t threads[3];
    full = malloc(sizeof *full);
    sem_init(full, 0, 0);
    pthread_create(&threads[0], NULL, waits, NULL);
    pthread_create(&threads[1], NULL, lets_go, NULL);
    pthread_create(&threads[2], NULL, steps_in, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
