// A writer that waits until a deadline turns readers away, as one that waits for ever does.
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *unused)
{
    struct timespec deadline = { 4000000000, 0 };
    if (!pthread_rwlock_timedwrlock(&table, &deadline))
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
