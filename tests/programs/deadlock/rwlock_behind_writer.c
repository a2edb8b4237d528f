//@ expect: deadlock
//@ native: no
// A reader waits for a semaphore that another reader posts. With a lock that prefers
// writers the other one may have to wait behind one, who waits for the first.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
static pthread_rwlock_t table;
static sem_t ready;

static void *first(void *unused)
{
    pthread_rwlock_rdlock(&table);
    sem_wait(&ready);
    pthread_rwlock_unlock(&table);
    return unused;
}

static void *second(void *unused)
{
    pthread_rwlock_rdlock(&table);
    sem_post(&ready);
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
    pthread_rwlockattr_init(&kind);
    pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&table, &kind);
    sem_init(&ready, 0, 0);
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_create(&threads[2], NULL, writer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
