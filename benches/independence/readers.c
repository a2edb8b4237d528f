/* One writer and many readers of one variable: every reader sees it before or after. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef READERS
#define READERS 13
#endif

static atomic_int shared;

static void *read_it(void *arg)
{
    (void)atomic_load(&shared);
    return arg;
}

static void *write_it(void *arg)
{
    atomic_store(&shared, 1);
    return arg;
}

int main(void)
{
    pthread_t threads[READERS + 1];
    pthread_create(&threads[0], NULL, write_it, NULL);
    for (int i = 1; i <= READERS; i++)
        pthread_create(&threads[i], NULL, read_it, NULL);
    for (int i = 0; i <= READERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
