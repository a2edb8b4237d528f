//@ expect: safe
#define _GNU_SOURCE
// A recursive mutex that is held twice stays held during the wait; who signals without it still wakes
// the waiter.
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int waiting, ready;

static void *waker(void *unused)
{
    while (!waiting)
        ;
    ready = 1;
    pthread_cond_signal(&condition);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waker, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    struct timespec soon = { 0, 0 };
    waiting = 1;
    while (!ready)
        pthread_cond_timedwait(&condition, &lock, &soon);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
