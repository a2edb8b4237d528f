//@ skip-none
// The id of a thread that another has joined may be that of the next one. Rarely somebody looks.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static pthread_t first;

static void *ends(void *arg) { return arg; }

static void *joins(void *arg) {
    pthread_join(first, NULL);
    return arg;
}

int main(void) {
    pthread_t other, fresh;
    int rare = rarely();
    pthread_create(&first, NULL, ends, NULL);
    pthread_t old = first;
    pthread_create(&other, NULL, joins, NULL);
    pthread_create(&fresh, NULL, ends, NULL);
    int same = rare && pthread_equal(old, fresh);
    assert(!same); // expect: assert
    pthread_join(other, NULL);
    pthread_join(fresh, NULL);
}
