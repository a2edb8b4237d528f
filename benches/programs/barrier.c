// Threads that meet at a barrier again and again, and in between look what the
// others have done: nobody may be a round ahead.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 6
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_barrier_t barrier;
static atomic_char round_of[THREADS];

static void *run(void *argument) {
    int self = (int)(long)argument;
    for (int round = 1; round <= ROUNDS; round++) {
        atomic_store(&round_of[self], (char)round);
        pthread_barrier_wait(&barrier);
        for (int i = 0; i < THREADS; i++)
            assert(atomic_load(&round_of[i]) >= round);
    }
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, 0, THREADS);
    for (long i = 1; i < THREADS; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    run(0);
    for (long i = 1; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
