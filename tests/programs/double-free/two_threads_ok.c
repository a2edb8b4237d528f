//@ expect: safe
// The repaired twin of two_threads.c: the exchange gives the block to one thread.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) shared;

static void *clean(void *arg) {
    (void)arg;
    free(atomic_exchange(&shared, NULL));
    return NULL;
}

int main(void) {
    pthread_t t;
    shared = malloc(sizeof(int));
    pthread_create(&t, NULL, clean, NULL);
    clean(NULL);
    pthread_join(t, NULL);
    return 0;
}
