//@ flags: --invariant 'count(t in threads, t.in(critical)) <= 1'
//@ expect: safe
//@ native: no
//@ opt: O0
// A join keeps the two threads apart.
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
    pthread_join(t, NULL);
    critical();
    return 0;
}
