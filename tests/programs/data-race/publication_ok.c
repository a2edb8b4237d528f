//@ expect: safe
// The repaired twin of publication.c: an atomic flag hands a plain payload over.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int payload;
atomic_int flag;

static void *producer(void *arg) {
    payload = 42;
    flag = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    int got = 42;
    pthread_create(&t, NULL, producer, NULL);
    if (flag)
        got = payload;
    pthread_join(t, NULL);
    assert(got == 42);
    return 0;
}
