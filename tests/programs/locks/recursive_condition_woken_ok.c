//@ expect: safe
//@ native: no
#define _GNU_SOURCE
// The wake-up of a waiter that still holds its recursive mutex does not wait for the mutex: signals come
// until one finds the thread waiting.
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int done;

static void *waker(void *unused)
{
    while (!done)
        pthread_cond_signal(&condition);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waker, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&condition, &lock);
    done = 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
