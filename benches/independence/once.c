/* Threads that see to it that something is done once, and go on with cells of their own. */
#include <pthread.h>

#ifndef THREADS
#define THREADS 6
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int prepared, cells[THREADS];

static void prepare(void) { prepared = 1; }

static void *work(void *arg)
{
    int i = (int)(long)arg;
    pthread_once(&once, prepare);
    cells[i] = i;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return !prepared;
}
