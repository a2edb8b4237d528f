//@ expect: safe
// As async_private.c, but the two writes are made while nobody can cancel the thread.
#include <assert.h>
#include <pthread.h>

void handler(void *counter)
{
    assert(*(volatile int *)counter != 1);
}

void *count(void *unused)
{
    volatile int counter = 0;
    int before;
    pthread_cleanup_push(handler, (void *)&counter);
    counter = 1;
    counter = 2;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
