// Each thread locks a mutex, but not the same one.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
volatile int shared;

static void *worker(void *arg) {
    pthread_mutex_lock(&a);
    shared = 1; // expect: data-race
    pthread_mutex_unlock(&a);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&b);
    shared = 2; // expect: data-race
    pthread_mutex_unlock(&b);
    pthread_join(t, NULL);
    return 0;
}
