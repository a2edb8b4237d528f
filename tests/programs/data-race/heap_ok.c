//@ expect: safe
// The repaired twin of heap.c: each thread has a block of its own.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    volatile int *n = arg;
    *n = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    volatile int *mine = malloc(sizeof(int));
    volatile int *theirs = malloc(sizeof(int));
    pthread_create(&t, NULL, worker, (void *)theirs);
    *mine = 2;
    pthread_join(t, NULL);
    assert(*mine == 2 && *theirs == 1);
    free((void *)mine);
    free((void *)theirs);
    return 0;
}
