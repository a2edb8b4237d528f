//@ expect: safe
//@ skip-none
// All of three come, whatever they are told.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static atomic_int late;

static void *comes(void *arg) {
    pthread_barrier_wait(&barrier);
    return arg;
}

static void *may_come(void *arg) {
    if (!late)
        pthread_barrier_wait(&barrier);
    return arg;
}

static void *tells(void *arg) {
    late = 0;
    return arg;
}

int main(void) {
    pthread_t threads[4];
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&threads[0], NULL, comes, NULL);
    pthread_create(&threads[1], NULL, comes, NULL);
    pthread_create(&threads[2], NULL, may_come, NULL);
    pthread_create(&threads[3], NULL, tells, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
