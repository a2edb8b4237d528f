// A spin lock that is released by a plain store.
#include <pthread.h>
#include <stdatomic.h>

volatile int lock;
atomic_int counter;

static void work(void) {
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_SEQ_CST)) { // expect: data-race
    }
    counter++;
    lock = 0; // expect: data-race
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
