//@ skip-none
//@ skip-tau
//@ flags: --symmetry
/* The last two race, whoever that is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { N = 3 };

static atomic_int count;
static int plain;

static void *work(void *unused)
{
    if (count++ > 0)
        plain++; // expect: data-race
    return unused;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
