//@ expect: safe
//@ skip-none
// Every thread reads once at a time: who waits behind the writer gets on after it.
#include <pthread.h>
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int rows;

static void *reader(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_rwlock_rdlock(&table);
        int seen = rows;
        pthread_rwlock_unlock(&table);
        if (seen > 1)
            return unused;
    }
    return unused;
}

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&table);
    rows++;
    pthread_rwlock_unlock(&table);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    pthread_create(&threads[2], NULL, reader, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
