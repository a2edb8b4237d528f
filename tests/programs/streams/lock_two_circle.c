//@ expect: deadlock
// Two streams that are locked in both orders.
#include <pthread.h>
#include <stdio.h>

static FILE *a, *b;

static void *copy(void *arg)
{
    flockfile(b);
    fputc('x', a);
    funlockfile(b);
    return arg;
}

int main(void)
{
    pthread_t thread;
    a = tmpfile();
    b = tmpfile();
    pthread_create(&thread, NULL, copy, NULL);
    flockfile(a);
    fputc('y', b);
    funlockfile(a);
    pthread_join(thread, NULL);
    return 0;
}
