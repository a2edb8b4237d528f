// After pthread_exit in main the other threads still run, and can still go wrong.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int left;

static void *worker(void *arg) {
    assert(!left); // expect: assert
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    left = 1;
    pthread_exit(NULL);
}
