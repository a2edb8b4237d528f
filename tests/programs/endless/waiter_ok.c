//@ expect: safe
//@ native: no
// A thread sleeps for ever while main works for ever: nobody waits in a circle.
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
atomic_int tick;

static void *sleeper(void *arg) {
    pthread_mutex_lock(&m);
    for (;;)
        pthread_cond_wait(&c, &m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, sleeper, NULL);
    for (;;)
        tick = !tick;
}
