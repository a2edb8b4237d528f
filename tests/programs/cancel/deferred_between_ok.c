//@ expect: safe
// As async_between, deferred: the update is made as a whole or not at all.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;

static void *work(void *arg)
{
    pthread_testcancel();
    first = 1;
    second = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(first == second);
    return 0;
}
