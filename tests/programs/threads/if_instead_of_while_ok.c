//@ expect: safe
// The repaired twin of if_instead_of_while.c.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int items, closed;

static void *consumer(void *arg) {
    pthread_mutex_lock(&m);
    while (items == 0 && !closed)
        pthread_cond_wait(&c, &m);
    if (items > 0)
        items--;
    assert(items >= 0);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_mutex_lock(&m);
    items = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    closed = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
