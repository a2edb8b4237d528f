//@ expect: safe
//@ native: no
// Threads are created and joined for ever; a new thread takes the place of the last.
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg) {
    return arg;
}

int main(void) {
    int value = 0;
    for (;;) {
        pthread_t t;
        void *result;
        pthread_create(&t, NULL, worker, &value);
        pthread_join(t, &result);
        assert(result == &value);
    }
}
