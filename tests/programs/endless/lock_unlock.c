// Two threads lock two mutexes for ever, in orders that change with every round.
#include <pthread.h>

pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *worker(void *arg) {
    for (int first = 0;; first = 1 - first) {
        pthread_mutex_lock(&m[first]);
        pthread_mutex_lock(&m[1 - first]); // expect: deadlock
        pthread_mutex_unlock(&m[1 - first]);
        pthread_mutex_unlock(&m[first]);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
}
