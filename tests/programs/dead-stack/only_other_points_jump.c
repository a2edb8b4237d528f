// As only_other_points.c, with a function that is left by a jump.
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

_Atomic(int *) offered;
atomic_int taken;

__attribute__((noinline)) void offer(jmp_buf out)
{
    int mine = 0;
    offered = &mine;
    while (!taken)
        ;
    longjmp(out, 1);
}

void *owner(void *unused)
{
    jmp_buf out;
    if (!setjmp(out))
        offer(out);
    return unused;
}

void *user(void *unused)
{
    int *theirs = atomic_exchange(&offered, NULL);
    taken = 1;
    if (theirs)
        *theirs = 3; // expect: dead-stack
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, user, NULL);
    pthread_create(&threads[1], NULL, owner, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
