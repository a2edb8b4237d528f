//@ expect: safe
// The owner of a robust mutex dies; the next one repairs what it protects, or the
// mutex is lost.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int count;

static void *work(void *arg)
{
    if (pthread_mutex_lock(&lock) == EOWNERDEAD)
        assert(pthread_mutex_consistent(&lock) == 0);
    count++;
    return arg;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_t first, second;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(pthread_mutex_lock(&lock) == EOWNERDEAD && count == 2);
    assert(pthread_mutex_unlock(&lock) == 0);
    assert(pthread_mutex_lock(&lock) == ENOTRECOVERABLE);
    assert(pthread_mutex_destroy(&lock) == 0);
    return 0;
}
