// The thread whose variable it is has no use for it any more; only another one has a pointer to
// it. It still ends when its thread does, which may be just before that other one uses it.
#include <pthread.h>
#include <stdatomic.h>

_Atomic(int *) offered;
atomic_int taken;

void *owner(void *unused)
{
    int mine = 0;
    offered = &mine;
    while (!taken)
        ;
    pthread_exit(unused);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, owner, NULL);
    int *theirs = atomic_exchange(&offered, NULL);
    taken = 1;
    if (theirs)
        *theirs = 3; // expect: dead-stack
    pthread_join(thread, NULL);
    return 0;
}
