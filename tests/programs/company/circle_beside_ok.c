//@ expect: safe
//@ skip-tau
// Two threads take two locks, in the same order, beside two others that go on for long.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int cell;

static void *adds(void *arg) {
    for (int i = 0; i < 3; i++)
        atomic_fetch_add(&cell, 1);
    return arg;
}

static void *one(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

static void *other(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, adds, NULL);
    pthread_create(&threads[1], NULL, adds, NULL);
    pthread_create(&threads[2], NULL, one, NULL);
    pthread_create(&threads[3], NULL, other, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
