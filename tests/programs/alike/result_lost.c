//@ flags: --symmetry
//@ skip-none
//@ skip-tau
//@ expect: leak
/* The result of a thread is the last pointer to a block, and lost when it is joined. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { N = 2 };

static atomic_int tickets;

static void *work(void *unused)
{
    (void)unused;
    return tickets++ ? malloc(4) : NULL;
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
