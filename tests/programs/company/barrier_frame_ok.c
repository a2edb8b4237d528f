//@ expect: safe
//@ skip-none
//@ skip-tau
// The barrier is in the frame of a thread that comes to it in any case.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t *_Atomic lent;
static atomic_int first, second;

static void *lends(void *arg) {
    pthread_barrier_t own;
    pthread_barrier_init(&own, NULL, 2);
    lent = &own;
    if (first == 1 && second == 1)
        first = 2;
    pthread_barrier_wait(&own);
    lent = NULL;
    pthread_barrier_destroy(&own);
    return arg;
}

static void *comes(void *arg) {
    while (!lent)
        ;
    pthread_barrier_wait(lent);
    return arg;
}

static void *steps(void *arg) {
    *(atomic_int *)arg = 1;
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, lends, NULL);
    pthread_create(&threads[1], NULL, comes, NULL);
    pthread_create(&threads[2], NULL, steps, &first);
    pthread_create(&threads[3], NULL, steps, &second);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
