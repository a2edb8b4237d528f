//@ expect: safe
// The block was there before the shared pointer was looked at, when the other one was not freed yet.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(char *) shared;

static void *freer(void *arg) {
    free(atomic_exchange(&shared, NULL));
    return arg;
}

int main(void) {
    pthread_t t;
    shared = malloc(8);
    pthread_create(&t, NULL, freer, NULL);
    char *volatile mine = malloc(8);
    char *seen = shared;
    int same = seen == mine;
    pthread_join(t, NULL);
    same |= seen == mine;
    free(mine);
    assert(!same);
    return 0;
}
