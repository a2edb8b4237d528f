// A mutex protects only from those who lock it too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, y;

static void *writer(void *arg) {
    x = 1;
    y = 1;
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
    assert(a == b); // expect: assert
    return 0;
}
