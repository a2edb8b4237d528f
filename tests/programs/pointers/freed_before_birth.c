//@ opt: O0
// Main frees a block when one thread has ended and the other has yet to allocate its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic made;

static void *nothing(void *arg) { return arg; }

static void *make(void *arg) {
    made = malloc(8);
    return arg;
}

int main(void) {
    pthread_t first, second;
    int *old = malloc(8);
    pthread_create(&first, NULL, nothing, NULL);
    pthread_create(&second, NULL, make, NULL);
    pthread_join(first, NULL);
    free(old);
    pthread_join(second, NULL);
    assert(made != old); // expect: assert
    free(made);
    return 0;
}
