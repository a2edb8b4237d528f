//@ expect: safe
//@ skip-none
// Who has joined the helper of another says so when it has done its part; the other one starts a helper again.
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_t helper;
static sem_t started;
static atomic_int joined;
static int sum;

static void *adds(void *arg) {
    sum++;
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
    sum++;
    joined = 1;
    return NULL;
}

int main(void) {
    pthread_t starter, joiner;
    sem_init(&started, 0, 0);
    pthread_create(&starter, NULL, starts, NULL);
    pthread_create(&joiner, NULL, joins, NULL);
    pthread_join(starter, NULL);
    pthread_join(joiner, NULL);
    return sum == 3 ? 0 : 1;
}
