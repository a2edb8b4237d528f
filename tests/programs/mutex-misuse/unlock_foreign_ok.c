//@ expect: safe
// The repaired twin of unlock_foreign.c: who locks, unlocks.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
