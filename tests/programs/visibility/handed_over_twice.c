// The same block goes over to two new threads.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    int *given = arg;
    *given += 1; // expect: data-race
    return NULL;
}

int main(void) {
    pthread_t first, second;
    int *given = calloc(1, sizeof *given);
    pthread_create(&first, NULL, worker, given);
    pthread_create(&second, NULL, worker, given);
    given = NULL;
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
