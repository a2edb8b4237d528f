//@ expect: safe
//@ native: no
//@ skip-tau
// A thread joins another, whose number rarely goes to a third.
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
static pthread_t first;

static void *brief(void *arg) {
    atomic_store(&cell, 1);
    return arg;
}

static void *looks(void *arg) {
    atomic_fetch_add(&cell, 0);
    assert(atomic_load(&cell) <= 2);
    return arg;
}

static void *again(void *arg) {
    atomic_store(&cell, 2);
    return arg;
}

/* Gives the number of another thread back. */
static void *parts(void *arg) {
    pthread_join(first, NULL);
    return arg;
}

int main(void) {
    pthread_t other, helper, second;
    pthread_create(&first, NULL, brief, NULL);
    pthread_create(&other, NULL, looks, NULL);
    pthread_create(&helper, NULL, parts, NULL);
    if (rarely()) {
        pthread_create(&second, NULL, again, NULL);
        pthread_join(second, NULL);
    }
    pthread_join(helper, NULL);
    pthread_join(other, NULL);
}
