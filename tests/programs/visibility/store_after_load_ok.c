//@ expect: safe
// The repaired twin of store_after_load.c: the compound assignment is one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int bits;

static void *worker(void *arg) {
    atomic_fetch_or(&bits, 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    bits |= 2;
    pthread_join(t, NULL);
    assert(bits == 3);
    return 0;
}
