// A lock that is the first of an array is called by its index, as the others are.
#include <pthread.h>

static pthread_mutex_t forks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *eat(void *arg) {
    long i = (long)arg;
    pthread_mutex_lock(&forks[i]);
    pthread_mutex_lock(&forks[1 - i]); // expect: deadlock
    pthread_mutex_unlock(&forks[1 - i]);
    pthread_mutex_unlock(&forks[i]);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, eat, (void *)1);
    eat((void *)0);
    pthread_join(t, NULL);
}
