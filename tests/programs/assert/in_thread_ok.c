//@ expect: safe
// The repaired twin of in_thread.c: the flag is set before the thread starts.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;

static void *worker(void *arg) {
    (void)arg;
    assert(ready == 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    ready = 1;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
