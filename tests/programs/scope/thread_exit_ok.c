//@ expect: safe
// The repaired twin of thread_exit.c: the thread waits until nobody needs its variable.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(atomic_int *) shared;
static sem_t done;

__attribute__((noinline)) static void leave(void) {
    atomic_int local = 4;
    atomic_store(&shared, &local);
    sem_wait(&done);
    pthread_exit(NULL);
}

static void *worker(void *arg) {
    leave();
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
