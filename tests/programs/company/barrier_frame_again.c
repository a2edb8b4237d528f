// Main leaves the function with the barrier as soon as both were there; who rarely comes again finds it gone.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int beside, through;

static void *comes(void *arg) {
    pthread_barrier_wait(arg);
    if (through == 1 && beside == 1)
        pthread_barrier_wait(arg); // expect: dead-stack
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
    pthread_t threads[2];
    pthread_create(&threads[1], NULL, steps, NULL);
    meet(&threads[0]);
    through = 1;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}
