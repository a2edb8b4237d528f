// A spin lock that tests and sets in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
atomic_int inside;

static void work(void) {
    while (lock) {
    }
    lock = 1;
    int before = atomic_fetch_add(&inside, 1);
    assert(before == 0); // expect: assert
    atomic_fetch_sub(&inside, 1);
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
    return 0;
}
