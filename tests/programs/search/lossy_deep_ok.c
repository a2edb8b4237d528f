// Fingerprints and depth-first go together, and finding nothing is not called safe.
//@ flags: --lossy --order dfs
//@ expect: limit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *count(void *argument) {
    (void)argument;
    atomic_fetch_add(&counter, 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    count(0);
    pthread_join(thread, 0);
    assert(atomic_load(&counter) == 2);
    return 0;
}
