//@ skip-none
// Three philosophers, three forks, each takes the left one first.
#include <pthread.h>

pthread_mutex_t forks[3] = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *dine(void *arg) {
    long seat = (long)arg;
    pthread_mutex_lock(&forks[seat]);
    pthread_mutex_lock(&forks[(seat + 1) % 3]); // expect: deadlock
    pthread_mutex_unlock(&forks[(seat + 1) % 3]);
    pthread_mutex_unlock(&forks[seat]);
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
