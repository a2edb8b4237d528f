//@ expect: deadlock
//@ native: no
// A thread reads twice. POSIX lets the second time wait behind a writer, who waits for
// the first to end. (With glibc's default it does not, with PREFER_WRITER_NONRECURSIVE
// and elsewhere it does.)
#include <pthread.h>
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_rwlock_unlock(&table);
    return unused;
}

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&table);
    pthread_rwlock_unlock(&table);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
