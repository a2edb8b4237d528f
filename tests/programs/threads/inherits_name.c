// A thread takes over the name of the one that starts it, as it is then; another may just have changed it.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_t starter;

static void *renames(void *arg) {
    pthread_setname_np(starter, "other");
    return arg;
}

static void *looks(void *arg) {
    char name[16];
    pthread_getname_np(pthread_self(), name, sizeof name);
    assert(strcmp(name, "other") != 0); // expect: assert
    return arg;
}

int main(void) {
    pthread_t threads[2];
    starter = pthread_self();
    pthread_create(&threads[0], NULL, renames, NULL);
    pthread_create(&threads[1], NULL, looks, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
