//@ expect: safe
//@ native: no
// The same with one order for both locks: nobody waits in a circle.
#include <pthread.h>
#include <stdatomic.h>
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int turns;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&table);
    pthread_mutex_lock(&log_lock);
    pthread_mutex_unlock(&log_lock);
    pthread_rwlock_unlock(&table);
    return unused;
}

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&table);
    pthread_mutex_lock(&log_lock);
    pthread_mutex_unlock(&log_lock);
    pthread_rwlock_unlock(&table);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    for (;;)
        turns = !turns;
}
