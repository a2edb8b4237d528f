// A race on a heap block that main shares with its thread.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    volatile int *n = arg;
    *n = 1; // expect: data-race
    return NULL;
}

int main(void) {
    pthread_t t;
    volatile int *n = malloc(sizeof(int));
    pthread_create(&t, NULL, worker, (void *)n);
    *n = 2; // expect: data-race
    pthread_join(t, NULL);
    free((void *)n);
    return 0;
}
