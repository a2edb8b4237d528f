//@ skip-none
//@ skip-tau
//@ flags: --symmetry
/* One that is very late overwrites what all others have counted. Told of threads as they were
 * started, whoever has changed places meanwhile. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 5 };

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
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(count > 1); // expect: assert
    return 0;
}
