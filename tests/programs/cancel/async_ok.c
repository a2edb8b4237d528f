//@ expect: safe
// A thread that never comes to a cancellation point is cancelled asynchronously.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turns;

static void *work(void *arg)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (;;)
        turns = (turns + 1) % 3;
    return arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
