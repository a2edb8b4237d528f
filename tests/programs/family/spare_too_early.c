//@ skip-none
// Who has joined another's helper says so before it has done its part, rarely; the other one starts a helper again.
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

/* True in one execution of 256 by chance, so that executions by chance do not show it. */
static int rarely(void) {
    int all = 1;
    for (int i = 0; i < 8; i++)
        all &= __VERIFIER_nondet_bool();
    return all;
}

static pthread_t helper;
static sem_t started;
static atomic_int joined;
static int sum;

static void *adds(void *arg) {
    sum++; // expect: data-race
    return arg;
}

static void *starts(void *arg) {
    pthread_create(&helper, NULL, adds, NULL);
    sem_post(&started);
    while (!joined)
        sched_yield();
    pthread_t again;
    pthread_create(&again, NULL, adds, NULL);
    pthread_join(again, NULL);
    return arg;
}

static void *joins(void *early) {
    sem_wait(&started);
    pthread_join(helper, NULL);
    if (early)
        joined = 1;
    sum++; // expect: data-race
    joined = 1;
    return NULL;
}

int main(void) {
    pthread_t starter, joiner;
    sem_init(&started, 0, 0);
    int early = rarely();
    pthread_create(&starter, NULL, starts, NULL);
    pthread_create(&joiner, NULL, joins, early ? &sum : NULL);
    pthread_join(starter, NULL);
    pthread_join(joiner, NULL);
    return sum == 3 ? 0 : 1;
}
