//@ expect: safe
//@ skip-none
// Who calls the function by a pointer hears whether it was the last; the third thread may be it, unheard.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static atomic_int last;
static int (*volatile wait_there)(pthread_barrier_t *) = pthread_barrier_wait;

static void *comes(void *arg) {
    if (wait_there(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        last = *(int *)arg;
    return arg;
}

static void *comes_quietly(void *arg) {
    pthread_barrier_wait(&barrier);
    return arg;
}

int main(void) {
    static int numbers[] = { 1, 2 };
    pthread_t threads[3];
    pthread_barrier_init(&barrier, NULL, 3);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, comes, &numbers[i]);
    pthread_create(&threads[2], NULL, comes_quietly, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(last <= 2);
}
