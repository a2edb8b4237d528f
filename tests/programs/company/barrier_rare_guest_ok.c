//@ expect: safe
//@ skip-none
// A third thread looks when it could come to a barrier for two, and does not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static atomic_int ready, done;

static void *prepares(void *arg) {
    done++;
    ready = 1;
    pthread_barrier_wait(&barrier);
    return arg;
}

static void *uses(void *arg) {
    done++;
    pthread_barrier_wait(&barrier);
    assert(ready);
    return arg;
}

static void *comes_rarely(void *arg) {
    if (done == 1 && !ready)
        done = 0;
    return arg;
}

int main(void) {
    pthread_t threads[3];
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&threads[0], NULL, prepares, NULL);
    pthread_create(&threads[1], NULL, comes_rarely, NULL);
    pthread_create(&threads[2], NULL, uses, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
