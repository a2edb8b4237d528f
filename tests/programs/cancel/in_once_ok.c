//@ expect: safe
// A thread is cancelled in the function of pthread_once: as if it had not been called.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls;

static void initialise(void)
{
    pthread_testcancel();
    calls++;
}

static void *work(void *arg)
{
    pthread_once(&once, initialise);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_once(&once, initialise);
    pthread_join(thread, NULL);
    assert(calls == 1);
    return 0;
}
