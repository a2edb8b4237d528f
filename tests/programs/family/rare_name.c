//@ skip-none
// Main rarely changes the name that a thread hands on to its helper.
#define _GNU_SOURCE
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

static pthread_t helper;
static char name[16];

static void *looks(void *arg) {
    pthread_getname_np(pthread_self(), name, sizeof name);
    return arg;
}

static void *works(void *arg) {
    pthread_create(&helper, NULL, looks, NULL);
    pthread_join(helper, NULL);
    return arg;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, NULL, works, NULL);
    if (rarely())
        pthread_setname_np(worker, "x");
    pthread_join(worker, NULL);
    assert(name[0] != 'x'); // expect: assert
}
