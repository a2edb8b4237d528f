//@ skip-none
// One of them does not.
#include <pthread.h>

#define THREADS 4

static pthread_t threads[THREADS];
static int sum;

static void *work(void *arg) {
    long i = (long)arg;
    if (i && i != 2)
        pthread_join(threads[i - 1], NULL);
    sum += i; // expect: data-race
    return NULL;
}

int main(void) {
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    pthread_join(threads[1], NULL);
    pthread_join(threads[THREADS - 1], NULL);
}
