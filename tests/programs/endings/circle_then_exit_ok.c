/* The waiter can go on as soon as the logger gives the mutex back. */
//@ expect: safe
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t q = PTHREAD_MUTEX_INITIALIZER, log_ = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
atomic_int stop, waiting, logging;

void *worker(void *p)
{
    pthread_mutex_lock(&q);
    atomic_store(&waiting, 1);
    while (!atomic_load(&stop))
        pthread_cond_wait(&c, &q);
    pthread_mutex_unlock(&q);
    return p;
}

void *logger(void *p)
{
    pthread_mutex_lock(&q);
    if (atomic_load(&waiting)) {
        atomic_store(&logging, 1);
        pthread_mutex_lock(&log_);
        pthread_mutex_unlock(&log_);
    }
    pthread_mutex_unlock(&q);
    return p;
}

int main(void)
{
    pthread_t x, y;
    pthread_create(&x, 0, worker, 0);
    pthread_create(&y, 0, logger, 0);
    if (atomic_load(&logging)) {
        atomic_store(&stop, 1);
        pthread_cond_broadcast(&c);
    }
    return 0;
}
