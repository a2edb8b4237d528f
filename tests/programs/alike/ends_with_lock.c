//@ flags: --symmetry
//@ skip-none
//@ skip-tau
//@ expect: safe
//@ exits: 4
//@ native: no
/* Who ends with a lock keeps his number, joined or not, and main looks around before it joins the other one. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_long sum, tickets;
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *work(void *number)
{
    sum += (intptr_t)number;
    sum += (intptr_t)number;
    pthread_mutex_lock(&locks[tickets++]);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, (void *)(i * 2));
    pthread_join(threads[1], NULL);
    long seen = sum;
    pthread_join(threads[0], NULL);
    return (int)seen;
}
