//@ expect: safe
// The repaired twin of two_mutexes.c.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
volatile int shared;

static void *worker(void *arg) {
    pthread_mutex_lock(&a);
    shared = 1;
    pthread_mutex_unlock(&a);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&a);
    shared = 2;
    pthread_mutex_unlock(&a);
    pthread_join(t, NULL);
    return 0;
}
