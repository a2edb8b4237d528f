//@ expect: safe
// What main has allocated unseen is handed on to each thread that it starts, and comes back with each join:
// once, not twice as often with every round.
#include <pthread.h>
#include <stdlib.h>

static void *nothing(void *arg) { return arg; }

int main(void) {
    pthread_t early, thread;
    pthread_create(&early, NULL, nothing, NULL);
    int *block = malloc(sizeof *block);
    for (int i = 0; i < 60; i++) {
        pthread_create(&thread, NULL, nothing, NULL);
        pthread_join(thread, NULL);
    }
    pthread_join(early, NULL);
    free(block);
    return 0;
}
