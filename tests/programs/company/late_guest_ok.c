//@ skip-none
//@ expect: safe
// A thread that main starts late, when another has ended, meets two that were there before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cell, own;

static void *brief(void *arg) {
    atomic_fetch_add(&own, 1);
    return arg;
}

static void *adds(void *arg) {
    atomic_fetch_add(&cell, 1);
    return arg;
}

static void *late(void *arg) {
    assert(atomic_load(&cell) <= 2);
    return arg;
}

int main(void) {
    pthread_t early, a, b, guest;
    pthread_create(&early, NULL, brief, NULL);
    pthread_create(&a, NULL, adds, NULL);
    pthread_create(&b, NULL, adds, NULL);
    pthread_join(early, NULL);
    pthread_create(&guest, NULL, late, NULL);
    pthread_join(guest, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
