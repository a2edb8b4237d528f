//@ skip-none
// A held lock is rarely cleared instead of given back.
#include <pthread.h>
#include <string.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *clearer(void *arg) {
    int clear = rarely();
    pthread_mutex_lock(&lock);
    data++;
    if (clear) {
        memset(&lock, 0, sizeof lock);
        data++; // expect: data-race
    } else
        pthread_mutex_unlock(&lock);
    return arg;
}

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    data++; // expect: data-race
    pthread_mutex_unlock(&lock); // expect: mutex-misuse
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, clearer, NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
