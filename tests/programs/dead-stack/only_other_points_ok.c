//@ expect: safe
// As only_other_points.c, but the thread does not end before the other one is done.
#include <pthread.h>
#include <stdatomic.h>

_Atomic(int *) offered;
atomic_int done;

void *owner(void *unused)
{
    int mine = 0;
    offered = &mine;
    while (!done)
        ;
    pthread_exit(unused);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, owner, NULL);
    int *theirs = atomic_exchange(&offered, NULL);
    if (theirs)
        *theirs = 3;
    done = 1;
    pthread_join(thread, NULL);
    return 0;
}
