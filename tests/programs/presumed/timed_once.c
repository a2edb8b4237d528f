//@ skip-none
// A lock is rarely waited for with a deadline, which passes while its owner has done all but give it back.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

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
static sem_t taken;

static void *owner(void *arg) {
    pthread_mutex_lock(&lock);
    sem_post(&taken);
    data++;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *waiter(void *arg) {
    int timed = rarely();
    struct timespec soon = { 1, 0 };
    sem_wait(&taken);
    int error = timed ? pthread_mutex_timedlock(&lock, &soon) : pthread_mutex_lock(&lock);
    assert(error == 0); // expect: assert
    data++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t s, t;
    sem_init(&taken, 0, 0);
    pthread_create(&s, NULL, owner, NULL);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
