//@ flags: --symmetry
//@ expect: deadlock
/* Main lets the others go once it has joined the first one, which waits for that if it was not
 * the first to count. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { N = 3 };

static atomic_int count;
static sem_t gate;

static void *work(void *unused)
{
    if (count++ > 0)
        sem_wait(&gate);
    return unused;
}

int main(void)
{
    sem_init(&gate, 0, 0);
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    pthread_join(threads[0], NULL);
    for (int i = 1; i < N; i++)
        sem_post(&gate);
    for (int i = 1; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
