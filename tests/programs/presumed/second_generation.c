//@ skip-none
// Threads with the same number write one after the other; a third one rarely writes as well.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static int data;
static atomic_int second;

static void *writer(void *arg) {
    data++; // expect: data-race
    return arg;
}

static void *bystander(void *arg) {
    if (second && rarely())
        data++; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, bystander, NULL);
    pthread_create(&t, NULL, writer, NULL);
    pthread_join(t, NULL);
    second = 1;
    pthread_create(&t, NULL, writer, NULL);
    pthread_join(t, NULL);
    pthread_join(s, NULL);
}
