//@ skip-none
// A counter is always used under its lock, but for one rare read of its double step.
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
static atomic_int counter;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    counter++;
    counter++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    assert(counter % 2 == 0);
    pthread_mutex_unlock(&lock);
    if (rarely())
        assert(counter % 2 == 0); // expect: assert
    pthread_join(t, NULL);
}
