//@ expect: safe
//@ exits: 1 2
//@ native: no
//@ skip-none
//@ skip-tau
// Main leaves the function with the barrier as soon as both were there, and enters it again.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int beside, through;

static void *comes(void *arg) {
    pthread_barrier_wait(arg);
    if (through == 1 && beside == 1)
        through = 2;
    return NULL;
}

static void *steps(void *arg) {
    beside = 1;
    return arg;
}

static void meet(pthread_t *thread) {
    pthread_barrier_t both;
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(thread, NULL, comes, &both);
    pthread_barrier_wait(&both);
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[1], NULL, steps, NULL);
    meet(&threads[0]);
    through = 1;
    meet(&threads[2]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return through;
}
