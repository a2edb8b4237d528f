//@ expect: safe
// The repaired twin of volatile.c: atomic.
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;

static void *writer(void *arg) {
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    while (!ready) {
    }
    pthread_join(t, NULL);
    return 0;
}
