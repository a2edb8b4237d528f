//@ opt: O0
//@ flags: --reduction=presumed
// More threads come to a barrier than it has bits for, and one of the first looks at what the last one prepares
// before it has met that.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 150, PREPARES = 149 };

static pthread_barrier_t barrier;
static int ready, seen;

static void *comes(void *arg) {
    int self = (int)(long)arg;
    if (self == PREPARES)
        ready = 1; // expect: data-race
    if (self == 0)
        seen = ready; // expect: data-race
    pthread_barrier_wait(&barrier);
    if (self == 0)
        assert(seen < 2);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, comes, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
}
