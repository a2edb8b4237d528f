//@ expect: safe
//@ opt: O0
//@ skip-tau
//@ states-max: 12
// Six threads that read under one reader-writer lock, which nobody takes for writing.
#include <pthread.h>

enum { READERS = 6 };

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data, copies[READERS];

static void *reads(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    *(int *)arg = data;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[READERS];
    for (int i = 0; i < READERS; i++)
        pthread_create(&threads[i], NULL, reads, &copies[i]);
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
