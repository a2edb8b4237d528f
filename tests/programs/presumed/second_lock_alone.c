//@ skip-none
// A lock that protects nothing; in a rare branch another one is taken under it, while nobody else can run.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static pthread_mutex_t quiet = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t ready;

static void *first(void *arg) {
    pthread_mutex_lock(&lock);
    sem_post(&ready);
    pthread_mutex_lock(&quiet); // expect: deadlock
    pthread_mutex_unlock(&quiet);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *second(void *arg) {
    int both = rarely();
    sem_wait(&ready);
    pthread_mutex_lock(&quiet);
    if (both) {
        pthread_mutex_lock(&lock); // expect: deadlock
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_unlock(&quiet);
    return arg;
}

int main(void) {
    pthread_t s, t;
    sem_init(&ready, 0, 0);
    pthread_create(&s, NULL, second, NULL);
    pthread_create(&t, NULL, first, NULL);
    pthread_join(s, NULL); // expect: deadlock
    pthread_join(t, NULL);
}
