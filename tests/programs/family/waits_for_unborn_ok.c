//@ expect: safe
//@ native: no
//@ exits: 1 3
//@ skip-none
// A thread waits for one that a thread which is not born yet starts.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t given;
static atomic_int count;

static void *gives(void *arg) {
    atomic_fetch_add(&count, 1);
    sem_post(&given);
    return arg;
}

static void *starts(void *arg) {
    pthread_t helper;
    pthread_create(&helper, NULL, gives, NULL);
    atomic_fetch_add(&count, 2);
    pthread_join(helper, NULL);
    return arg;
}

static void *works(void *arg) {
    pthread_t helper;
    pthread_create(&helper, NULL, starts, NULL);
    pthread_join(helper, NULL);
    return arg;
}

static void *takes(void *arg) {
    sem_wait(&given);
    return (void *)(long)atomic_load(&count);
}

int main(void) {
    pthread_t taker, worker;
    void *seen;
    sem_init(&given, 0, 0);
    pthread_create(&taker, NULL, takes, NULL);
    pthread_create(&worker, NULL, works, NULL);
    pthread_join(taker, &seen);
    pthread_join(worker, NULL);
    return (int)(long)seen;
}
