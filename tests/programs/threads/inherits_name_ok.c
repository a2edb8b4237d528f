//@ expect: safe
// As inherits_name.c, but the threads name themselves, and main names them: nobody changes what a thread
// that starts others hands on.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *renames(void *arg) {
    pthread_setname_np(pthread_self(), "other");
    return arg;
}

static void *looks(void *arg) {
    char name[16];
    pthread_getname_np(pthread_self(), name, sizeof name);
    assert(strcmp(name, "other") != 0);
    return arg;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, renames, NULL);
    pthread_create(&threads[1], NULL, looks, NULL);
    pthread_setname_np(threads[1], "second");
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
