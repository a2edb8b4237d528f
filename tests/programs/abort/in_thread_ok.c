//@ expect: safe
// The repaired twin of in_thread.c: the request comes after the join.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int stop;

static void *worker(void *arg) {
    (void)arg;
    if (stop)
        abort();
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    stop = 1;
    return 0;
}
