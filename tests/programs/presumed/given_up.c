//@ skip-none
// Executions that go on are rare: mostly a thread gives up, by what it reads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static atomic_int go, ready;

static void *waits(void *arg) {
    go = 1;
    __VERIFIER_assume(ready == 1);
    assert(go != 1); // expect: assert
    return arg;
}

static void *helps(void *arg) {
    if (go && rarely())
        ready = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, waits, NULL);
    pthread_create(&b, NULL, helps, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
