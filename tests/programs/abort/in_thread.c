// Only the schedule in which the worker sees the stop request aborts.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int stop;

static void *worker(void *arg) {
    (void)arg;
    if (stop)
        abort(); // expect: abort
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    stop = 1;
    pthread_join(t, NULL);
    return 0;
}
