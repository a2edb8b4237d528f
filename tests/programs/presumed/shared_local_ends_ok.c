//@ expect: safe
// A variable that others can reach ends with its thread, and is used only before.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int *_Atomic shared;
static _Thread_local atomic_int local;
static sem_t there, done;

static void *owner(void *arg) {
    shared = &local;
    sem_post(&there);
    sem_wait(&done);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&there, 0, 0);
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, owner, NULL);
    sem_wait(&there);
    *shared = 1;
    sem_post(&done);
    pthread_join(t, NULL);
}
