//@ expect: safe
// A recursive mutex is free again only after as many unlocks as locks.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m;
int inside;

static void *worker(void *arg) {
    if (pthread_mutex_trylock(&m) == 0) {
        assert(inside == 0);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attr);
    pthread_create(&t, NULL, worker, NULL);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == 0);
    inside = 1;
    assert(pthread_mutex_unlock(&m) == 0);
    inside = 0;
    assert(pthread_mutex_unlock(&m) == 0);
    pthread_join(t, NULL);
    assert(pthread_mutex_unlock(&m) == EPERM);
    return 0;
}
