//@ expect: safe
// What a thread has allocated before it was joined is not where a block is that was freed then.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *made;
static atomic_int begun;

static void *make(void *arg) {
    begun = 1;
    made = malloc(8);
    return arg;
}

int main(void) {
    pthread_t thread;
    int *old = malloc(8);
    pthread_create(&thread, NULL, make, NULL);
    int early = begun;
    pthread_join(thread, NULL);
    free(old);
    assert(made != old);
    free(made);
    return early & ~1;
}
