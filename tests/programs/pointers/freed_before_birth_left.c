//@ opt: O0
// As freed_before_birth.c, when it is known that pointers to freed blocks are left.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* A pointer to a freed block is left while others run. */
static char *left;
static atomic_int steps;

static void *step(void *arg) {
    steps++;
    steps++;
    return arg;
}

static void leave_pointer(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, step, NULL);
    steps++;
    left = malloc(64);
    free(left);
    steps++;
    pthread_join(thread, NULL);
}

static int *_Atomic made;

static void *nothing(void *arg) { return arg; }

static void *make(void *arg) {
    made = malloc(8);
    return arg;
}

int main(void) {
    leave_pointer();
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
