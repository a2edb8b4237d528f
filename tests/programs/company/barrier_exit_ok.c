//@ expect: safe
//@ native: no
//@ exits: 3 4
//@ skip-none
// The program ends while threads are at the barrier, before it or behind it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_barrier_t barrier;
static atomic_int through;

static void *comes(void *arg) {
    pthread_barrier_wait(&barrier);
    through = 1;
    return arg;
}

static void *leaves(void *arg) {
    if (through)
        exit(3);
    exit(4);
}

int main(void) {
    pthread_t threads[4];
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&threads[0], NULL, comes, NULL);
    pthread_create(&threads[1], NULL, comes, NULL);
    pthread_create(&threads[2], NULL, comes, NULL);
    pthread_create(&threads[3], NULL, leaves, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
