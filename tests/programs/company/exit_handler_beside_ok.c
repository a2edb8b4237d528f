//@ expect: safe
//@ exits: 0 3 5
//@ native: no
// What a handler of exit sees of a thread that nobody waits for.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int begun, done;

static void looks(void) {
    if (begun && !done)
        _Exit(5);
}

static void *works(void *arg) {
    begun = 1;
    done = 1;
    return arg;
}

static void *ends(void *arg) {
    if (done)
        exit(3);
    return arg;
}

int main(void) {
    pthread_t threads[2];
    atexit(looks);
    pthread_create(&threads[0], NULL, works, NULL);
    pthread_create(&threads[1], NULL, ends, NULL);
    pthread_join(threads[1], NULL);
}
