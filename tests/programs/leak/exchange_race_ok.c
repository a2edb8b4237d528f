//@ expect: safe
// The repaired twin of exchange_race.c: the loser frees its own block.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) cache;

static void *fill(void *arg) {
    (void)arg;
    int *fresh = malloc(sizeof *fresh);
    *fresh = 1;
    int *expected = NULL;
    if (!atomic_compare_exchange_strong(&cache, &expected, fresh))
        free(fresh);
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
