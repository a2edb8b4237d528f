//@ skip-none
// The signal is rarely sent without the lock, between the test and the wait.
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

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *worker(void *arg) {
    ready = 1;
    int unlocked = rarely();
    if (!unlocked)
        pthread_mutex_lock(&lock);
    pthread_cond_signal(&changed);
    if (!unlocked)
        pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock); // expect: deadlock
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
}
