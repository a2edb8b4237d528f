//@ expect: safe
//@ skip-none
// The repaired twin of philosophers.c: the last one is left-handed.
#include <pthread.h>

pthread_mutex_t forks[3] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *dine(void *arg) {
    long seat = (long)arg;
    long first = seat == 2 ? 0 : seat;
    long second = seat == 2 ? 2 : seat + 1;
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, dine, (void *)0);
    pthread_create(&b, NULL, dine, (void *)1);
    dine((void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
