// As freed_by_newborn.c, when it is known that pointers to freed blocks are left.
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

static char *_Atomic next;

static void *release(void *block) {
    free(block);
    assert(next != block); // expect: assert
    return NULL;
}

int main(void) {
    leave_pointer();
    pthread_t thread;
    pthread_create(&thread, NULL, release, malloc(8));
    next = malloc(8);
    pthread_join(thread, NULL);
    free(next);
    return 0;
}
