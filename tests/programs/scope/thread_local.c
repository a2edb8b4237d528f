// A thread-local variable ends with its thread.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(atomic_int *) shared;
static _Thread_local atomic_int own;

static void *worker(void *arg) {
    atomic_store(&own, 4);
    atomic_store(&shared, &own);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atomic_int *p = atomic_load(&shared);
    if (p)
        atomic_load(p); // expect: use-after-free
    pthread_join(t, NULL);
}
