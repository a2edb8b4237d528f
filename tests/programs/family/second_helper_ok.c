//@ expect: safe
//@ native: no
//@ exits: 0 2 3
//@ skip-none
// A second helper, which is there in some executions only, meets another thread.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count, flag;

static void *ends(void *arg) { return arg; }

static void *adds(void *arg) {
    atomic_fetch_add(&count, 1);
    return arg;
}

static void *works(void *arg) {
    pthread_t helper;
    pthread_create(&helper, NULL, ends, NULL);
    pthread_join(helper, NULL);
    if (atomic_load(&flag) == 2) {
        pthread_create(&helper, NULL, adds, NULL);
        pthread_join(helper, NULL);
    }
    return arg;
}

static void *looks(void *arg) {
    atomic_store(&flag, 1);
    atomic_store(&flag, 2);
    long seen = atomic_load(&count);
    atomic_store(&flag, 3);
    return (void *)seen;
}

int main(void) {
    pthread_t looker, worker;
    void *seen;
    pthread_create(&looker, NULL, looks, NULL);
    pthread_create(&worker, NULL, works, NULL);
    pthread_join(looker, &seen);
    pthread_join(worker, NULL);
    return (int)(long)seen + 2 * atomic_load(&count);
}
