//@ expect: safe
// As unlock_for_dead_owner, with locks that say so: an error-checking mutex, a
// recursive one that the second thread must not enter either.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t checking, recursive;
pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;

void *take(void *arg)
{
    pthread_mutex_lock(&checking);
    pthread_mutex_lock(&recursive);
    pthread_rwlock_wrlock(&shared);
    return arg;
}

void *give(void *arg)
{
    assert(pthread_mutex_unlock(&checking) == EPERM);
    assert(pthread_mutex_trylock(&checking) == EBUSY);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_trylock(&recursive) == EBUSY);
    assert(pthread_rwlock_tryrdlock(&shared) == EBUSY);
    return arg;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checking, &attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &attributes);
    pthread_t first, second;
    pthread_create(&first, NULL, take, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, give, NULL);
    pthread_join(second, NULL);
    return 0;
}
