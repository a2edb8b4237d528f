// A block goes over to a new thread, but another one finds it in a list.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static _Atomic(int *) listed;

static void *worker(void *arg) {
    int *given = arg;
    *given = 2;
    *given = 1;
    return NULL;
}

static void *looker(void *arg) {
    int *found = listed;
    if (found)
        assert(*(volatile int *)found == 1); // expect: data-race assert
    return arg;
}

static pthread_t start(void) {
    pthread_t thread;
    int *given = malloc(sizeof *given);
    *given = 1;
    listed = given;
    pthread_create(&thread, NULL, worker, given);
    return thread;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, looker, NULL);
    pthread_t thread = start();
    pthread_join(thread, NULL);
    pthread_join(other, NULL);
    free(listed);
    return 0;
}
