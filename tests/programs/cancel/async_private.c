// Who can be cancelled at any time can be cancelled between two writes to memory of its own, and
// its handlers see that.
#include <assert.h>
#include <pthread.h>

void handler(void *counter)
{
    assert(*(volatile int *)counter != 1); // expect: assert
}

void *count(void *unused)
{
    volatile int counter = 0;
    int before;
    pthread_cleanup_push(handler, (void *)&counter);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before);
    counter = 1;
    counter = 2;
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
