// A store of a value that was loaded earlier undoes what happened in between.
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
    bits = bits | 2; // Two steps; bits |= 2 would be one.
    pthread_join(t, NULL);
    assert(bits == 3); // expect: assert
    return 0;
}
