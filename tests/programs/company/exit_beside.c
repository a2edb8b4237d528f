//@ skip-none
// The program may end while two threads that nobody else meets are on their way.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int cell, flag;

static void *adds(void *arg) {
    int seen = atomic_fetch_add(&cell, 1);
    assert(seen == 0); // expect: assert
    return arg;
}

static void *sets(void *arg) {
    atomic_store(&flag, 1);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, sets, NULL);
    pthread_create(&thread, NULL, adds, NULL);
    pthread_create(&thread, NULL, adds, NULL);
    exit(3 + atomic_load(&flag));
}
