//@ expect: safe
// The repaired twin of thread_local.c: the thread waits until nobody needs its variable.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(atomic_int *) shared;
static _Thread_local atomic_int own;
static sem_t done;

static void *worker(void *arg) {
    atomic_store(&own, 4);
    atomic_store(&shared, &own);
    sem_wait(&done);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    atomic_int *p = atomic_load(&shared);
    if (p)
        atomic_load(p);
    sem_post(&done);
    pthread_join(t, NULL);
}
