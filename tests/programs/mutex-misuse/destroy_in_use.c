// main destroys the mutex when it believes the worker is done with it.
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int entered;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    entered = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    while (!entered) {
    }
    if (pthread_mutex_trylock(&m) != 0)
        pthread_mutex_destroy(&m); // expect: mutex-misuse
    else
        pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
