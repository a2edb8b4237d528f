//@ expect: thread-misuse
//@ flags: --symmetry
//@ skip-none
//@ skip-tau
/* Main keeps an id in a local variable of another thread for a while, and joins that thread twice. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int first, sum, here, go, ready;
static pthread_t *_Atomic place;
static pthread_t threads[2];

static void *work(void *unused)
{
    pthread_t own = 0;
    int number = first++;
    volatile int salt = 1, seen = 0;
    if (number == 0) {
        place = &own;
        seen = salt;
        here++;
    } else {
        seen = 4;
        here++;
        while (go < 1)
            ;
        seen = 11;
        ready = 1;
    }
    while (go < 2)
        ;
    sum += seen;
    place = NULL;
    return unused;
}

int main(void)
{
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    while (here < 2)
        ;
    pthread_t *kept = place;
    *kept = threads[0];
    go = 1;
    while (!ready)
        ;
    pthread_t copy = *kept;
    *kept = 0;
    go = 2;
    pthread_join(copy, NULL);
    pthread_join(threads[0], NULL);
    return 0;
}
