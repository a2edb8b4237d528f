//@ skip-none
// A thread that others start and join meets its grandparents.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cell, own;

static void *leaf(void *arg) {
    assert(atomic_load(&cell) != 1); // expect: assert
    return arg;
}

static void *starter(void *arg) {
    pthread_t thread;
    atomic_fetch_add(&own, 1);
    pthread_create(&thread, NULL, leaf, NULL);
    pthread_join(thread, NULL);
    return arg;
}

static void *adds(void *arg) {
    atomic_fetch_add(&cell, 1);
    return arg;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, adds, NULL);
    pthread_create(&threads[1], NULL, adds, NULL);
    pthread_create(&threads[2], NULL, starter, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
