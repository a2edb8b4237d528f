// Two threads add to one variable without a lock; what comes out may be one less.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int global;

static void *run(void *argument) {
    for (int i = 0; i < 2; i++)
        atomic_store(&global, atomic_load(&global) + 1);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    run(0);
    pthread_join(thread, 0);
    int result = atomic_load(&global);
    assert(result >= 2 && result <= 4);
    return 0;
}
