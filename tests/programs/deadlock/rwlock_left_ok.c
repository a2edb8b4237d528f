//@ expect: safe
//@ skip-none
// A reader that has left, also one that read twice, is nobody to wait for.
#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t table;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_mutex_lock(&log_lock);
    pthread_mutex_unlock(&log_lock);
    return unused;
}

static void *other_reader(void *unused)
{
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_unlock(&table);
    return unused;
}

static void *writer(void *unused)
{
    pthread_mutex_lock(&log_lock);
    pthread_rwlock_wrlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_mutex_unlock(&log_lock);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_rwlockattr_t kind;
    pthread_rwlockattr_init(&kind);
    pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_READER_NP);
    pthread_rwlock_init(&table, &kind);
    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    pthread_create(&threads[2], NULL, other_reader, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
