//@ skip-none
//@ skip-tau
//@ expect: safe
//@ exits: 0 1 2 3
//@ native: no
/* Two classes beside each other. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { N = 3 };

static atomic_int written, read_last;

static void *work(void *unused)
{
    written++;
    return unused;
}

static void *look(void *unused)
{
    int seen = written;
    read_last = seen;
    return unused;
}

int main(void)
{
    pthread_t readers[2];
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&readers[i], NULL, look, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(readers[i], NULL);
    return read_last;
}
