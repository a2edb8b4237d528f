//@ expect: safe
// Test, then test-and-set by compare-exchange (weak: it may fail and is tried again).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int counter;

static void work(void) {
    for (;;) {
        int expected = 0;
        if (!lock && atomic_compare_exchange_weak(&lock, &expected, 1))
            break;
    }
    counter++;
    lock = 0;
}

static void *worker(void *arg) {
    work();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work();
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
