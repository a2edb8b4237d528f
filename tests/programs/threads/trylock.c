// trylock may fail: code that ignores its answer is not protected.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile int counter;

static void add(void) {
    int r = pthread_mutex_trylock(&m);
    counter++; // expect: data-race
    if (r == 0)
        pthread_mutex_unlock(&m);
}

static void *worker(void *arg) {
    add();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    add();
    pthread_join(t, NULL);
    return 0;
}
