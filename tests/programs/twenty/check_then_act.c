// Each call of the stock's functions is safe by itself; asking and then taking is not.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 1;

static int available(void) {
    pthread_mutex_lock(&lock);
    int now = left;
    pthread_mutex_unlock(&lock);
    return now;
}

static void take(void) {
    pthread_mutex_lock(&lock);
    left--;
    assert(left >= 0); // expect: assert
    pthread_mutex_unlock(&lock);
}

static void *buyer(void *arg) {
    if (available() > 0)
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
