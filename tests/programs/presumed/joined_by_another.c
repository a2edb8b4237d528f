//@ skip-none
// A thread is joined by another one, and main rarely does not wait for that.
#include <pthread.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static pthread_t first;
static volatile int data;

static void *writer(void *arg) {
    data = 1; // expect: data-race
    return arg;
}

static void *joiner(void *arg) {
    pthread_join(first, NULL);
    return arg;
}

int main(void) {
    pthread_t second;
    int early = rarely();
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, joiner, NULL);
    if (!early)
        pthread_join(second, NULL);
    data = 2; // expect: data-race
    if (early)
        pthread_join(second, NULL);
}
