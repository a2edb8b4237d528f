//@ skip-none
// The last thread to end takes the program with it, and any thread may be the last.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static _Thread_local int first;
static sem_t done;

static void at_exit(void) {
    assert(!first); // expect: assert
}

static void *poster(void *arg) {
    first = 1;
    sem_post(&done);
    return arg;
}

static void *waiter(void *arg) {
    sem_wait(&done);
    return arg;
}

int main(void) {
    pthread_t s, t;
    atexit(at_exit);
    sem_init(&done, 0, 0);
    pthread_create(&s, NULL, poster, NULL);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_exit(NULL);
}
