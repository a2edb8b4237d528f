// With fingerprints an error is as good as ever: the trace was replayed.
//@ flags: --lossy
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *count(void *argument) {
    (void)argument;
    int old = atomic_load(&counter);
    atomic_store(&counter, old + 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    count(0);
    pthread_join(thread, 0);
    assert(atomic_load(&counter) == 2); // expect: assert
    return 0;
}
