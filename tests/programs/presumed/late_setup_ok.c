//@ native: no
//@ expect: safe
//@ skip-none
// As late_setup.c, but after the join.
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

static void *worker(void *arg) {
    assert(setup == 5);
    return arg;
}

static void *bystander(void *arg) { return arg; }

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, bystander, NULL);
    setup = 5;
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(b, NULL);
    if (rarely())
        setup = 6;
    pthread_join(a, NULL);
}
