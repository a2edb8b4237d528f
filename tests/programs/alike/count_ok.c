//@ skip-none
//@ skip-tau
//@ expect: safe
/* Who has counted does not matter, only how many have: two states for each thread instead of
 * a factor of two. */
#include <assert.h>
#include <pthread.h>

enum { N = 5 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
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
    assert(count == N);
    return 0;
}
