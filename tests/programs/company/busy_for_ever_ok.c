//@ skip-none
//@ expect: safe
//@ native: no
// Two threads hand a token to and fro for ever. The others must have their turn all the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int token, last;

static void *passes(void *arg) {
    int own = arg != NULL;
    for (;;)
        if (atomic_load(&token) == own)
            atomic_store(&token, !own);
}

static void *sets(void *arg) {
    atomic_store(&last, 1);
    return arg;
}

static void *looks(void *arg) {
    assert(atomic_load(&last) <= 1);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, passes, NULL);
    pthread_create(&thread, NULL, passes, &token);
    pthread_create(&thread, NULL, sets, NULL);
    pthread_create(&thread, NULL, looks, NULL);
    pthread_join(thread, NULL);
    for (;;)
        ;
}
