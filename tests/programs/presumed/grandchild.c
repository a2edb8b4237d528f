//@ skip-none
// In a rare branch it is not main who starts a thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static atomic_int setup;

static void *reader(void *arg) {
    assert(setup != 6); // expect: assert
    return arg;
}

static void *worker(void *arg) {
    if (rarely()) {
        pthread_t inner;
        pthread_create(&inner, NULL, reader, NULL);
        pthread_join(inner, NULL);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    setup = 5;
    pthread_create(&a, NULL, worker, NULL);
    setup = 6;
    setup = 5;
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
