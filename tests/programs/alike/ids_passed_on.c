//@ flags: --symmetry
//@ skip-none
//@ skip-tau
//@ expect: safe
//@ exits: 0
/* Each takes an id that need not be its own, and main joins what they have left. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { N = 2 };

static atomic_int go, tickets, done;
static pthread_t threads[N], left[N];

static void *work(void *unused)
{
    while (!go)
        ;
    int ticket = tickets++;
    pthread_t id = threads[ticket];
    done += 0;
    left[ticket] = id;
    done++;
    return unused;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    go = 1;
    while (done < N)
        ;
    pthread_t copies[N];
    for (int i = 0; i < N; i++)
        copies[i] = left[i];
    for (int i = 0; i < N; i++)
        pthread_join(copies[i], NULL);
    return 0;
}
