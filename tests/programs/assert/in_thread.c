// The assertion fails in a thread other than main.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;

static void *worker(void *arg) {
    (void)arg;
    assert(ready == 1); // expect: assert
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    ready = 1; // Too late: the thread may have looked already.
    pthread_join(t, NULL);
    return 0;
}
