//@ expect: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *increment(void *arg) {
    pthread_mutex_lock(&lock); // Or make the counter atomic.
    counter++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, increment, 0);
    increment(0);
    pthread_join(t, 0);
    return counter != 2;
}
