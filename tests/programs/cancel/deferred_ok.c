//@ expect: safe
// A thread that waits on a condition variable is cancelled: it has the mutex again
// when its cleanup handler runs, and its key's destructor runs after that.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static int order;

static void give_back(void *arg)
{
    assert(order == 0);
    order = 1;
    pthread_mutex_unlock(arg);
}

static void destroy(void *value)
{
    assert(value == &key && order == 1);
    order = 2;
}

static void *wait(void *arg)
{
    pthread_setspecific(key, &key);
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(give_back, &lock);
    for (;;)
        pthread_cond_wait(&never, &lock);
    pthread_cleanup_pop(1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, NULL, wait, NULL);
    assert(pthread_cancel(thread) == 0);
    assert(pthread_join(thread, &result) == 0);
    assert(result == PTHREAD_CANCELED);
    assert(order == 2);
    assert(pthread_mutex_trylock(&lock) == 0);
    pthread_mutex_unlock(&lock);
    return 0;
}
