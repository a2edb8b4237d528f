//@ skip-none
//@ skip-tau
//@ flags: --no-company
/* Four threads write cells of their own, and what goes wrong needs the highest to be first: each order
 * of two that commute is the same, but the order of those that read what others write is not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cells[4];

static void *work(void *arg)
{
    long i = (long)arg;
    int before = cells[(i + 1) % 4];
    cells[i] = before ? 2 : 1;
    return NULL;
}

int main(void)
{
    pthread_t t[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    int late = (cells[0] == 2) + (cells[1] == 2) + (cells[2] == 2) + (cells[3] == 2);
    assert(late < 3); // expect: assert
    return 0;
}
