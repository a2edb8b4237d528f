//@ expect: leak
// Both threads publish a block; the one that is overwritten is lost.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) cache;

static void *fill(void *arg) {
    (void)arg;
    if (!cache) {
        int *fresh = malloc(sizeof *fresh);
        *fresh = 1;
        cache = fresh;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, fill, NULL);
    fill(NULL);
    pthread_join(t, NULL);
    free(cache);
    return 0;
}
