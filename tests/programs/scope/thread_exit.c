// A thread ends in the middle of its functions: their variables are gone.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(atomic_int *) shared;

__attribute__((noinline)) static void leave(void) {
    atomic_int local = 4;
    atomic_store(&shared, &local);
    pthread_exit(NULL);
}

static void *worker(void *arg) {
    leave();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atomic_int *p = atomic_load(&shared);
    if (p)
        atomic_load(p); // expect: dead-stack
    pthread_join(t, NULL);
}
