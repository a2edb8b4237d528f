//@ expect: safe
// A spin lock made of an atomic_flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag lock = ATOMIC_FLAG_INIT;
int counter;

static void work(void) {
    while (atomic_flag_test_and_set(&lock)) {
    }
    counter++;
    atomic_flag_clear(&lock);
}

static void *worker(void *arg) {
    work();
    work();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work();
    pthread_join(t, NULL);
    assert(counter == 3);
    return 0;
}
