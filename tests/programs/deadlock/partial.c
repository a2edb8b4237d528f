// Two threads wait for each other for ever while main goes on working.
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
atomic_int tick;

static void *one(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b); // expect: deadlock
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

static void *two(void *arg) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a); // expect: deadlock
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, one, NULL);
    pthread_create(&t, NULL, two, NULL);
    for (;;)
        tick = !tick;
}
