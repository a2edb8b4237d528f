//@ flags: --symmetry
//@ expect: livelock
//@ opt: O0
/* Nobody ever has the turn: they go round for ever, though places change. */
#include <pthread.h>
#include <stdatomic.h>

enum { N = 2 };

static atomic_int turn, count;

static void *work(void *unused)
{
    int own = ++count;
    while (turn != own)
        turn += 0;
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
