/* One thread looks for the last zero of an array while each of the others makes its cell one more
 * than the cell before. Neighbours meet, and all meet the reader. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef WRITERS
#define WRITERS 10
#endif

static atomic_int cells[WRITERS + 1];

static void *read_down(void *arg)
{
    int i = WRITERS;
    while (cells[i] != 0)
        i--;
    return arg;
}

static void *raise(void *arg)
{
    int i = (int)(long)arg;
    cells[i] = cells[i - 1] + 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[WRITERS + 1];
    pthread_create(&threads[0], NULL, read_down, NULL);
    for (long i = 1; i <= WRITERS; i++)
        pthread_create(&threads[i], NULL, raise, (void *)i);
    for (int i = 0; i <= WRITERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
