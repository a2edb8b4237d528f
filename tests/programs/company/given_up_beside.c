//@ skip-none
// A thread that meets nobody gives the execution up. What others do before that has happened.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

static atomic_int cell, own;

static void *adds(void *arg) {
    int seen = atomic_fetch_add(&cell, 1);
    assert(seen == 0); // expect: assert
    return arg;
}

static void *gives_up(void *arg) {
    atomic_fetch_add(&own, 1);
    __VERIFIER_assume(atomic_load(&own) == 7);
    return arg;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, gives_up, NULL);
    pthread_create(&threads[1], NULL, gives_up, NULL);
    pthread_create(&threads[2], NULL, adds, NULL);
    pthread_create(&threads[3], NULL, adds, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
