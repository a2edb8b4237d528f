//@ flags: --invariant 'count(t in threads, t.in(critical)) <= 1'
//@ expect: invariant
//@ opt: O0
// Nothing keeps two threads out of the critical section.
#include <pthread.h>

static void critical(void) {
}

static void *worker(void *arg) {
    critical();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    critical();
    pthread_join(t, NULL);
    return 0;
}
