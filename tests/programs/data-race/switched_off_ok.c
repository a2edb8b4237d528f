//@ flags: --races=off
//@ expect: safe
//@ native: no
// With races switched off the same program is judged by its interleavings alone.
#include <assert.h>
#include <pthread.h>

volatile int value;

static void *worker(void *arg) {
    value = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    int seen = value;
    assert(seen == 0 || seen == 1);
    pthread_join(t, NULL);
    assert(value == 1);
    return 0;
}
