//@ skip-none
// A table is read by everybody and, in a rare branch, changed.
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

static atomic_int table[4] = { 1, 1, 1, 1 };

static void *reader(void *arg) {
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += table[i];
    assert(sum == 4); // expect: assert
    return arg;
}

static void *writer(void *arg) {
    if (rarely())
        table[2] = 7;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
