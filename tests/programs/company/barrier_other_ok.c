//@ expect: safe
//@ skip-none
// Two barriers of the same size: who uses was at the same one as who prepares.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct meeting {
    pthread_barrier_t barrier;
};

static struct meeting *first, *second;
static atomic_int ready;

static void *prepares(void *arg) {
    ready = 1;
    pthread_barrier_wait(&first->barrier);
    return arg;
}

static void *uses(void *arg) {
    pthread_barrier_wait(&first->barrier);
    assert(ready);
    return arg;
}

static void *comes(void *arg) {
    pthread_barrier_wait(&second->barrier);
    return arg;
}

int main(void) {
    pthread_t threads[3];
    first = malloc(sizeof *first);
    second = malloc(sizeof *second);
    pthread_barrier_init(&first->barrier, NULL, 2);
    pthread_barrier_init(&second->barrier, NULL, 2);
    pthread_create(&threads[0], NULL, prepares, NULL);
    pthread_create(&threads[1], NULL, uses, NULL);
    pthread_create(&threads[2], NULL, comes, NULL);
    pthread_barrier_wait(&second->barrier);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    free(first);
    free(second);
}
