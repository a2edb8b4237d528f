//@ skip-none
// The number of a thread is given back because main does not want to join it, and rarely another gets it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static atomic_int cell;

static void *brief(void *arg) {
    atomic_store(&cell, 1);
    return arg;
}

static void *looks(void *arg) {
    atomic_fetch_add(&cell, 0);
    assert(atomic_load(&cell) != 2); // expect: assert
    return arg;
}

static void *again(void *arg) {
    atomic_store(&cell, 2);
    return arg;
}

int main(void) {
    pthread_t first, other, second;
    pthread_create(&first, NULL, brief, NULL);
    pthread_create(&other, NULL, looks, NULL);
    while (!atomic_load(&cell)) {
    }
    pthread_detach(first);
    if (rarely()) {
        pthread_create(&second, NULL, again, NULL);
        pthread_join(second, NULL);
    }
    pthread_join(other, NULL);
}
