//@ flags: --symmetry
//@ expect: deadlock
/* Main waits for one that waits for the lock of main, while the other goes round for ever: a
 * circle only if it is the first one that main waits for. */
#include <pthread.h>
#include <stdatomic.h>

enum { N = 2 };

static atomic_int count, endless;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    if (count++ > 0)
        for (;;)
            endless ^= 1;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_mutex_lock(&lock);
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_unlock(&lock);
    return 0;
}
