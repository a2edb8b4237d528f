//@ skip-none
//@ expect: safe
// A block may be freed, and another one be had in its place, while a thread that has a pointer to the
// first one meets nobody but its partner.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(void *) shared;
static atomic_int pair;

static void *looks(void *arg) {
    void *old = atomic_load(&shared);
    atomic_fetch_add(&pair, 1);
    void *young = malloc(8);
    atomic_fetch_add(&pair, 1);
    int same = young == old;
    (void)same;
    free(young);
    return arg;
}

static void *partner(void *arg) {
    atomic_fetch_add(&pair, 1);
    return arg;
}

static void *frees(void *arg) {
    free(atomic_exchange(&shared, NULL));
    return arg;
}

int main(void) {
    pthread_t threads[3];
    atomic_store(&shared, malloc(8));
    pthread_create(&threads[0], NULL, looks, NULL);
    pthread_create(&threads[1], NULL, partner, NULL);
    pthread_create(&threads[2], NULL, frees, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
