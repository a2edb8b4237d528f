/* The producer overwrites a block before it is told that there is room for one only. */
//@ expect: leak
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <augur.h>

_Atomic(int *) slot;
atomic_int full;

void *producer(void *p)
{
    for (int i = 0; i < 2; i++) {
        int *block = malloc(sizeof *block);
        *block = i;
        atomic_store(&slot, block);
        atomic_fetch_add(&full, 1);
    }
    augur_assume(atomic_load(&full) == 1);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    pthread_join(t, 0);
    free(atomic_load(&slot));
    return 0;
}
