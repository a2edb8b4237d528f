//@ expect: safe
// Mutexes are locked in the order of their addresses, which never changes.
#include <pthread.h>

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *x, pthread_mutex_t *y) {
    pthread_mutex_t *first = x < y ? x : y;
    pthread_mutex_t *second = x < y ? y : x;
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *worker(void *arg) {
    both(&right, &left);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    both(&left, &right);
    pthread_join(t, NULL);
    return 0;
}
