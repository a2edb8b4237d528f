//@ expect: safe
//@ skip-none
// Who tries a semaphore once in a while cannot tell that somebody waits for it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static sem_t full;
static atomic_int turn;

static void *waits(void *arg) {
    sem_wait(&full);
    return arg;
}

static void *tries(void *arg) {
    if (turn == 1)
        sem_trywait(&full);
    sem_post(&full);
    return arg;
}

static void *turns(void *arg) {
    turn++;
    return arg;
}

int main(void) {
    pthread_t threads[3];
    sem_init(&full, 0, 0);
    pthread_create(&threads[0], NULL, waits, NULL);
    pthread_create(&threads[1], NULL, tries, NULL);
    pthread_create(&threads[2], NULL, turns, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
