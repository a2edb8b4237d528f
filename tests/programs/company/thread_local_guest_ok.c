//@ expect: safe
//@ skip-none
//@ skip-tau
// Somebody rarely looks at a thread's own variable, and not after that thread has taken it back.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local atomic_int own;
static atomic_int *_Atomic lent;
static atomic_int asked;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *lends(void *arg) {
    own = 3;
    lent = &own;
    pthread_mutex_lock(&mutex);
    lent = NULL;
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *looks(void *arg) {
    pthread_mutex_lock(&mutex);
    atomic_int *other = lent;
    if (other && asked)
        arg = (void *)(long)*other;
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *asks(void *arg) {
    asked = 1;
    return arg;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, lends, NULL);
    pthread_create(&threads[1], NULL, looks, NULL);
    pthread_create(&threads[2], NULL, asks, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
