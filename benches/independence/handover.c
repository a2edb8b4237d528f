/* Pairs of threads: one fills a cell and hands it over by a semaphore, the other one takes it. */
#include <pthread.h>
#include <semaphore.h>

#ifndef PAIRS
#define PAIRS 6
#endif

static struct {
    sem_t full;
    int cell;
} slots[PAIRS];

static void *give(void *arg)
{
    int i = (int)(long)arg;
    slots[i].cell = i;
    sem_post(&slots[i].full);
    return NULL;
}

static void *take(void *arg)
{
    int i = (int)(long)arg;
    sem_wait(&slots[i].full);
    slots[i].cell++;
    return NULL;
}

int main(void)
{
    pthread_t threads[2 * PAIRS];
    for (int i = 0; i < PAIRS; i++)
        sem_init(&slots[i].full, 0, 0);
    for (long i = 0; i < PAIRS; i++) {
        pthread_create(&threads[2 * i], NULL, give, (void *)i);
        pthread_create(&threads[2 * i + 1], NULL, take, (void *)i);
    }
    for (int i = 0; i < 2 * PAIRS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < PAIRS; i++)
        sem_destroy(&slots[i].full);
    return 0;
}
