//@ skip-none
//@ skip-tau
//@ flags: --symmetry
//@ expect: safe
//@ exits: 1 2 3
//@ native: no
/* Main tells threads apart by what they have left behind. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <stdint.h>

enum { N = 3 };

static atomic_int count;

static void *work(void *unused)
{
    (void)unused;
    return (void *)(intptr_t)(1 + count++);
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    void *result;
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], i == N - 1 ? &result : NULL);
    return (int)(intptr_t)result;
}
