/* Threads that meet only at a barrier: each adds to a cell of its own, three times. Whoever comes
 * first, none of their orders differs from another. */
#include <pthread.h>

#ifndef THREADS
#define THREADS 8
#endif

static pthread_barrier_t barrier;
static int cells[THREADS];

static void *work(void *arg)
{
    int i = (int)(long)arg;
    for (int round = 0; round < 3; round++) {
        cells[i] += i;
        pthread_barrier_wait(&barrier);
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
    return 0;
}
