//@ native: no
//@ expect: safe
//@ skip-none
// As nothing_protected.c, always in the same order.
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

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *both(void *arg) {
    pthread_mutex_t *first = arg, *second = &b;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(first);
        if (rarely()) {
            pthread_mutex_lock(second);
            pthread_mutex_unlock(second);
        }
        pthread_mutex_unlock(first);
    }
    return NULL;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, both, &a);
    pthread_create(&t, NULL, both, &a);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
