//@ opt: O0
// A thread that could have ended by now may still have its allocation before it.
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
    if (begun) {
        free(old);
        pthread_join(thread, NULL);
        assert(made != old); // expect: assert
    } else {
        pthread_join(thread, NULL);
        free(old);
    }
    free(made);
    return 0;
}
