//@ skip-none
// Each thread has a slot of its own; in a rare branch one looks at the other's.
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

static atomic_int slots[2];

static void *worker(void *arg) {
    atomic_int *own = arg;
    *own = 1;
    *own = 2;
    if (own == &slots[0] && rarely())
        assert(slots[1] != 1); // expect: assert
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, &slots[0]);
    pthread_create(&b, NULL, worker, &slots[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(slots[0] == 2 && slots[1] == 2);
}
