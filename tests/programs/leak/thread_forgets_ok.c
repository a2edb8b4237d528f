//@ expect: safe
// The repaired twin of thread_forgets.c.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    volatile int *scratch = malloc(sizeof(int));
    *scratch = 1;
    free((void *)scratch);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
