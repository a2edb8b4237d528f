//@ expect: leak
// The thread hands its block to whoever joins it, and nobody takes it.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    (void)arg;
    int *result = malloc(sizeof *result);
    *result = 4;
    return result;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
