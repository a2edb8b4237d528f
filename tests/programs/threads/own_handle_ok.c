//@ expect: safe
// A new thread finds its own handle where pthread_create puts it.
#include <assert.h>
#include <pthread.h>

static pthread_t t;

static void *looks(void *arg) {
    assert(pthread_equal(t, pthread_self()));
    return arg;
}

int main(void) {
    pthread_create(&t, NULL, looks, NULL);
    pthread_join(t, NULL);
}
