//@ expect: safe
//@ skip-tau
// Who destroys the barrier was there with the others; they may still be about to leave.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *comes(void *arg) {
    pthread_barrier_wait(&barrier);
    return arg;
}

static void *clears(void *arg) {
    pthread_barrier_wait(&barrier);
    pthread_barrier_destroy(&barrier);
    return arg;
}

int main(void) {
    pthread_t threads[4];
    pthread_barrier_init(&barrier, NULL, 4);
    pthread_create(&threads[0], NULL, comes, NULL);
    pthread_create(&threads[1], NULL, clears, NULL);
    pthread_create(&threads[2], NULL, comes, NULL);
    pthread_create(&threads[3], NULL, comes, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
