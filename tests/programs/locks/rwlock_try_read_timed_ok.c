//@ expect: safe
// A writer that waits until a deadline gets the lock or gives up; readers may be turned away.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int written;

static void *writer(void *unused)
{
    struct timespec deadline = { 4000000000, 0 };
    int error = pthread_rwlock_timedwrlock(&table, &deadline);
    assert(error == 0 || error == ETIMEDOUT);
    if (!error) {
        written = 1;
        pthread_rwlock_unlock(&table);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_rwlock_rdlock(&table);
    pthread_create(&thread, NULL, writer, NULL);
    int error = pthread_rwlock_tryrdlock(&table);
    assert(error == 0 || error == EBUSY);
    assert(!written);
    if (!error)
        pthread_rwlock_unlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_join(thread, NULL);
    assert(pthread_rwlock_trywrlock(&table) == 0);
    pthread_rwlock_unlock(&table);
    return pthread_rwlock_destroy(&table);
}
