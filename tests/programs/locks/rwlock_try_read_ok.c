//@ expect: safe
//@ exits: 0 1
//@ native: no
// Whoever is ready to be turned away is fine; both happen.
#include <errno.h>
#include <pthread.h>
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&table);
    pthread_rwlock_unlock(&table);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_rwlock_rdlock(&table);
    pthread_create(&thread, NULL, writer, NULL);
    int error = pthread_rwlock_tryrdlock(&table);
    if (error == 0)
        pthread_rwlock_unlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_join(thread, NULL);
    return error == EBUSY;
}
