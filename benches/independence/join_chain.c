/* Threads each of which joins the one before it: nobody but main starts threads, but others join them. */
#include <pthread.h>

#ifndef THREADS
#define THREADS 4
#endif

static pthread_t threads[THREADS];
static int cells[THREADS];

static void *work(void *arg)
{
    int i = (int)(long)arg;
    if (i)
        pthread_join(threads[i - 1], NULL);
    cells[i] = i;
    return NULL;
}

int main(void)
{
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    pthread_join(threads[THREADS - 1], NULL);
    return 0;
}
