//@ skip-none
// A detached thread tells that it is done, and rarely writes once more.
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

static volatile int data;
static sem_t done;

static void *worker(void *arg) {
    data = 1;
    sem_post(&done);
    if (rarely())
        data = 2; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sem_init(&done, 0, 0);
    pthread_create(&t, &attributes, worker, NULL);
    sem_wait(&done);
    data = 3; // expect: data-race
}
