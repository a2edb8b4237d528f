//@ skip-none
//@ skip-tau
//@ flags: --symmetry
//@ expect: safe
//@ exits: 1 2 3
//@ native: no
/* Main looks around after it has joined one of them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { N = 3 };

static atomic_int count;

static void *work(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    pthread_join(threads[0], NULL);
    int seen = count;
    for (int i = 1; i < N; i++)
        pthread_join(threads[i], NULL);
    return seen;
}
