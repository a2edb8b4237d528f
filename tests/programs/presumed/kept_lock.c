//@ skip-none
// A lock that protects nothing is, in a rare branch, not given back.
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

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    if (rarely())
        return arg;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, worker, NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock); // expect: deadlock
    pthread_mutex_unlock(&lock);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
