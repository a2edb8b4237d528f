//@ flags: --faults eintr:1 --rehearsals 1
//@ skip-none
//@ skip-tau
// A fault is drawn in the middle of a wait for a semaphore, which somebody else may have taken.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *tries(void *arg) {
    sem_trywait(&s);
    return arg;
}

static void *waits(void *arg) {
    sem_wait(&s);
    return arg;
}

int main(void) {
    pthread_t first, second;
    sem_init(&s, 0, 1);
    pthread_create(&first, NULL, tries, NULL);
    pthread_create(&second, NULL, waits, NULL);
    pthread_join(second, NULL); // expect: deadlock
    pthread_join(first, NULL);
}
