//@ expect: safe
// The same with a lock whose readers go first, by name: nobody waits behind a writer.
#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t table;

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
    pthread_rwlockattr_t kind;
    pthread_t a, b;
    int which = -1;
    pthread_rwlockattr_init(&kind);
    pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_READER_NP);
    pthread_rwlockattr_getkind_np(&kind, &which);
    if (which != PTHREAD_RWLOCK_PREFER_READER_NP)
        return 1;
    pthread_rwlock_init(&table, &kind);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
