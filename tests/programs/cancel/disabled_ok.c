//@ expect: safe
// While cancellation is disabled a request waits; it is acted on at the first
// cancellation point after it is enabled again.
#include <assert.h>
#include <pthread.h>

static int done, late;
static pthread_barrier_t both;

static void *work(void *arg)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    pthread_barrier_wait(&both);
    pthread_barrier_wait(&both);
    pthread_testcancel();
    done = 1;
    pthread_setcancelstate(old, &old);
    assert(old == PTHREAD_CANCEL_DISABLE);
    pthread_testcancel();
    late = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&thread, NULL, work, NULL);
    pthread_barrier_wait(&both);
    pthread_cancel(thread);
    pthread_barrier_wait(&both);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && done && !late);
    pthread_barrier_destroy(&both);
    return 0;
}
