/* Threads that read a table under a read lock, and write down what they found in cells of their own. */
#include <pthread.h>

#ifndef READERS
#define READERS 6
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int table[4] = { 1, 2, 3, 4 }, found[READERS];

static void *read_table(void *arg)
{
    int i = (int)(long)arg;
    pthread_rwlock_rdlock(&lock);
    found[i] = table[i % 4];
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[READERS];
    for (long i = 0; i < READERS; i++)
        pthread_create(&threads[i], NULL, read_table, (void *)i);
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
