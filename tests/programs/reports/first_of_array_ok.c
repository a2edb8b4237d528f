// Both take the lock with the lower number first.
//@ expect: safe
#include <pthread.h>

static pthread_mutex_t forks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *eat(void *arg) {
    (void)arg;
    pthread_mutex_lock(&forks[0]);
    pthread_mutex_lock(&forks[1]);
    pthread_mutex_unlock(&forks[1]);
    pthread_mutex_unlock(&forks[0]);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, eat, (void *)1);
    eat((void *)0);
    pthread_join(t, NULL);
}
