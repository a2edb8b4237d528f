//@ expect: safe
//@ exits: 0 1
//@ native: no
// Had in time or not, the program is ready for both.
#include <errno.h>
#include <pthread.h>
#include <time.h>
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
    struct timespec deadline = { 2000000000, 0 };
    pthread_create(&thread, NULL, writer, NULL);
    int error = pthread_rwlock_timedrdlock(&table, &deadline);
    if (!error)
        pthread_rwlock_unlock(&table);
    pthread_join(thread, NULL);
    return error == ETIMEDOUT;
}
