//@ native: no
//@ expect: safe
//@ exits: 1 2 3 4
//@ skip-none
//@ skip-tau
/* What main does when everybody else has ended was done before with other contents of the array: the status is
 * still that of these contents. */
#include <pthread.h>
#include <stdatomic.h>

#define WRITERS 4

static atomic_int cells[WRITERS + 1];

static void *raise(void *arg)
{
    int i = (int)(long)arg;
    cells[i] = cells[i - 1] + 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[WRITERS];
    for (long i = 0; i < WRITERS; i++)
        pthread_create(&threads[i], NULL, raise, (void *)(i + 1));
    for (int i = 0; i < WRITERS; i++)
        pthread_join(threads[i], NULL);
    return cells[WRITERS];
}
