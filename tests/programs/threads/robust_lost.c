// Who gets a robust mutex from a dead owner must make it consistent, or it is lost.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t lock;

static void *die(void *unused)
{
    pthread_mutex_lock(&lock);
    return unused;
}

int main(void)
{
    pthread_mutexattr_t robust;
    pthread_t thread;
    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &robust);
    pthread_create(&thread, NULL, die, NULL);
    pthread_join(thread, NULL);
    assert(pthread_mutex_lock(&lock) == EOWNERDEAD);
    pthread_mutex_unlock(&lock);
    int error = pthread_mutex_lock(&lock);
    assert(error == 0); // expect: assert
    return 0;
}
