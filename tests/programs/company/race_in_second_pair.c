//@ skip-none
// The first pair is in order, the second is not.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first;
static int second;

static void *in_order(void *arg) {
    atomic_fetch_add(&first, 1);
    return arg;
}

static void *in_disorder(void *arg) {
    second++; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, in_order, NULL);
    pthread_create(&threads[1], NULL, in_order, NULL);
    pthread_create(&threads[2], NULL, in_disorder, NULL);
    pthread_create(&threads[3], NULL, in_disorder, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
