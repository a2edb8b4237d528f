//@ expect: safe
// The repaired twin of inside_mutex.c.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, y;

static void *writer(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    y = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&m);
    int a = x;
    int b = y;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    assert(a == b);
    return 0;
}
