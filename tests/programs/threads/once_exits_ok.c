//@ expect: safe
// A thread that ends in the function of pthread_once leaves it to the next one.
#include <assert.h>
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int times;

static void start(void)
{
    if (times++ == 0)
        pthread_exit(NULL);
}

static void *run(void *unused)
{
    pthread_once(&once, start);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    pthread_once(&once, start);
    pthread_once(&once, start);
    assert(times == 2);
    return 0;
}
