//@ expect: safe
//@ skip-tau
// One of four threads is the last to come.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static atomic_int last;

static void *comes(void *arg) {
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        last = *(int *)arg;
    return arg;
}

int main(void) {
    static int numbers[] = { 1, 2, 3, 4 };
    pthread_t threads[4];
    pthread_barrier_init(&barrier, NULL, 4);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, comes, &numbers[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(last >= 1 && last <= 4);
}
