//@ opt: O0
// As freed_before_end.c, when it is known that pointers to freed blocks are left.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *made;
static char *left;
static atomic_int begun, steps;

static void *make(void *arg) {
    steps++;
    left = malloc(64);
    free(left);
    steps++;
    begun = 1;
    made = malloc(8);
    return arg;
}

int main(void) {
    pthread_t thread;
    int *old = malloc(8);
    pthread_create(&thread, NULL, make, NULL);
    steps++;
    steps++;
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
