//@ skip-none
// A struct is copied together with its lock, in a rare branch while somebody holds it.
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

static struct account { pthread_mutex_t lock; int owner; } account = { PTHREAD_MUTEX_INITIALIZER, 7 };

static void *worker(void *arg) {
    pthread_mutex_lock(&account.lock);
    pthread_mutex_unlock(&account.lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (rarely()) {
        struct account copy = account; // expect: data-race
        assert(copy.owner == 7);
        assert(pthread_mutex_trylock(&copy.lock) == 0); // expect: assert
        pthread_mutex_unlock(&copy.lock);
    }
    pthread_join(t, NULL);
}
