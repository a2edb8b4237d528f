// Between the look at the shared pointer and malloc, another thread frees the block: what malloc
// gives may lie there, although nobody else sees the moment of malloc.
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
    char *seen = shared;
    char *volatile mine = malloc(8);
    int same = seen == mine;
    pthread_join(t, NULL);
    free(mine);
    assert(!same); // expect: assert
    return 0;
}
