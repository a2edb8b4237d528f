//@ skip-none
//@ skip-tau
//@ expect: safe
//@ exits: 3
//@ native: no
/* Who draws the first ticket goes round until main, which has joined the other one, says so. If main waits for the
 * first one it is told never, so main waits for both in turn. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_long tickets, word;
static atomic_int stop, ended;

static void *work(void *unused)
{
    long ticket = tickets++;
    do
        word ^= 1;
    while (ticket == 0 && !stop);
    ended++;
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    while (ended == 0)
        ;
    stop = 1;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 3;
}
