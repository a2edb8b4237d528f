// A block goes over to a new thread, but its maker writes once more before it forgets it.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    int *given = arg;
    int seen = *given; // expect: data-race
    free(given);
    return seen == 1 ? arg : NULL;
}

static pthread_t start(int value) {
    pthread_t thread;
    int *given = malloc(sizeof *given);
    *given = value;
    pthread_create(&thread, NULL, worker, given);
    *given = value + 1; // expect: data-race
    return thread;
}

int main(void) {
    pthread_t thread = start(1);
    pthread_join(thread, NULL);
    return 0;
}
