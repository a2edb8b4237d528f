//@ expect: safe
//@ native: no
//@ skip-none
// Who comes to a barrier in an atomic section may find afterwards what was there before, or one more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_barrier_t barrier;
static atomic_int steps;

static void *comes(void *arg) {
    pthread_barrier_wait(&barrier);
    return arg;
}

static void *steps_in(void *arg) {
    steps++;
    return arg;
}

static void *looks(void *arg) {
    __VERIFIER_atomic_begin();
    int before = steps;
    pthread_barrier_wait(&barrier);
    assert(steps - before <= 1);
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t threads[4];
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&threads[0], NULL, comes, NULL);
    pthread_create(&threads[1], NULL, looks, NULL);
    pthread_create(&threads[2], NULL, steps_in, NULL);
    pthread_create(&threads[3], NULL, comes, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
