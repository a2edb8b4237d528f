//@ expect: safe
// Asking and taking are one call, under one lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 1;

static int take(void) {
    pthread_mutex_lock(&lock);
    int taken = left > 0;
    left -= taken;
    assert(left >= 0);
    pthread_mutex_unlock(&lock);
    return taken;
}

static void *buyer(void *arg) {
    take();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, buyer, NULL);
    buyer(NULL);
    pthread_join(t, NULL);
    return 0;
}
