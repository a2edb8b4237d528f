//@ skip-none
//@ skip-tau
//@ flags: --symmetry
//@ expect: safe
//@ exits: 0
/* A thread leaves its id where others look: nobody may take its place. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { N = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t owner;
static int owned;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    assert(!owned || !pthread_equal(owner, pthread_self()));
    owner = pthread_self();
    owned = 1;
    pthread_mutex_unlock(&lock);
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
