//@ skip-none
// The result of a thread is read after its join, but in a rare branch before.
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

static atomic_int result;

static void *worker(void *arg) {
    result = 1;
    return arg;
}

static void *bystander(void *arg) { return arg; }

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, bystander, NULL);
    pthread_create(&b, NULL, worker, NULL);
    if (rarely())
        assert(result == 1); // expect: assert
    pthread_join(b, NULL);
    assert(result == 1);
    pthread_join(a, NULL);
}
