/* Pairs of threads that meet each other and nobody else: both try to be the first in a cell. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef PAIRS
#define PAIRS 6
#endif

static atomic_int cells[PAIRS];

static void *work(void *arg)
{
    int i = (int)(long)arg, free = 0;
    atomic_compare_exchange_strong(&cells[i / 2], &free, i + 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[2 * PAIRS];
    for (long i = 0; i < 2 * PAIRS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < 2 * PAIRS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
