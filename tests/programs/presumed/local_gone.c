//@ skip-none
// A thread reads a local variable of the function that started it, which in a rare branch returns
// before the thread has ended.
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

static pthread_t t;

static void *reader(void *arg) {
    assert(*(int *)arg == 1); // expect: dead-stack
    return NULL;
}

static int start(void) {
    int local = 1;
    pthread_create(&t, NULL, reader, &local);
    if (rarely())
        return 1;
    pthread_join(t, NULL);
    return 0;
}

int main(void) {
    if (start())
        pthread_join(t, NULL);
}
