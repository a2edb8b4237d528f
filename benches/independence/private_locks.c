/* Threads that have nothing in common: each takes two locks of its own, one inside the other, and
 * adds to a cell of its own. However many there are, no order of theirs differs from another. */
#include <pthread.h>

#ifndef THREADS
#define THREADS 12
#endif

static struct {
    pthread_mutex_t outer, inner;
    int cell;
} own[THREADS];

static void *work(void *arg)
{
    int i = (int)(long)arg;
    pthread_mutex_lock(&own[i].outer);
    pthread_mutex_lock(&own[i].inner);
    own[i].cell += i;
    pthread_mutex_unlock(&own[i].inner);
    pthread_mutex_unlock(&own[i].outer);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_mutex_init(&own[i].outer, NULL);
        pthread_mutex_init(&own[i].inner, NULL);
    }
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
