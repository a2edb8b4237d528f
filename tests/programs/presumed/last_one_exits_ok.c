//@ skip-none
//@ expect: safe
// The last thread to end takes the program with it; who joins another is later than that one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int first;
static pthread_t s;

static void at_exit(void) {
    assert(!first);
}

static void *poster(void *arg) {
    first = 1;
    return arg;
}

static void *waiter(void *arg) {
    pthread_join(s, NULL);
    return arg;
}

int main(void) {
    pthread_t t;
    atexit(at_exit);
    pthread_create(&s, NULL, poster, NULL);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_exit(NULL);
}
