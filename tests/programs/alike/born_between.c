//@ skip-none
//@ skip-tau
//@ expect: safe
//@ exits: 1 2 3 6 7
//@ native: no
/* The first one may be done before the others are there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { N = 3 };

static atomic_int count;

static void *work(void *unused)
{
    int seen = count;
    count = seen + 1;
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    pthread_create(&threads[0], NULL, work, NULL);
    int seen = count;
    for (int i = 1; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 4 * seen + count;
}
