// Nobody writes yet, and still a reader may be turned away: a writer waits already.
#include <assert.h>
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
    assert(error == 0); // expect: assert
    pthread_rwlock_unlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_join(thread, NULL);
    return 0;
}
