//@ expect: safe
//@ native: no
// As inherits_processors.c, but the other is joined before: main hands on what it was given.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_t starter;

static void *confines(void *arg) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    pthread_setaffinity_np(starter, sizeof set, &set);
    return arg;
}

static void *looks(void *arg) {
    cpu_set_t set;
    pthread_getaffinity_np(pthread_self(), sizeof set, &set);
    assert(CPU_COUNT(&set) == 1);
    return arg;
}

int main(void) {
    pthread_t threads[2];
    starter = pthread_self();
    pthread_create(&threads[0], NULL, confines, NULL);
    pthread_join(threads[0], NULL);
    pthread_create(&threads[1], NULL, looks, NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
