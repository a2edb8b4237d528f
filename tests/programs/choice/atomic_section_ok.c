//@ expect: safe
//@ native: no
// Between __VERIFIER_atomic_begin and _end no other thread runs.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "augur.h"

atomic_int x;

static void add(void) {
    __VERIFIER_atomic_begin();
    int seen = x;
    x = seen + 1;
    __VERIFIER_atomic_end();
}

static void *worker(void *arg) {
    add();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    add();
    pthread_join(t, NULL);
    assert(x == 2);
    return 0;
}
