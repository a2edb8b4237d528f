//@ expect: safe
// The repaired twin of one_signal_two_waiters.c: broadcast.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int open_;

static void *waiter(void *arg) {
    pthread_mutex_lock(&m);
    while (!open_)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, waiter, NULL);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&m);
    open_ = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    return 0;
}
