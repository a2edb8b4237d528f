//@ expect: deadlock
#include <pthread.h>

static pthread_mutex_t from = PTHREAD_MUTEX_INITIALIZER, to = PTHREAD_MUTEX_INITIALIZER;

static void *back(void *arg) {
    pthread_mutex_lock(&to);
    pthread_mutex_lock(&from); // Waits for main, which waits for `to`.
    pthread_mutex_unlock(&from);
    pthread_mutex_unlock(&to);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, back, 0);
    pthread_mutex_lock(&from);
    pthread_mutex_lock(&to);
    pthread_mutex_unlock(&to);
    pthread_mutex_unlock(&from);
    pthread_join(t, 0);
}
