/* Threads that meet only at a barrier, three times, and the last one to come counts the rounds: who
 * that is differs, the order of the others does not. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 8
#endif

static pthread_barrier_t barrier;
static int cells[THREADS];
static atomic_int rounds;

static void *work(void *arg)
{
    int i = (int)(long)arg;
    for (int round = 0; round < 3; round++) {
        cells[i] += i;
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            rounds++;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
    return rounds > 3;
}
