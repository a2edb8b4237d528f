//@ expect: safe
// Locks count, and a thread that has one can print.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int tried = -1;

static void *other(void *arg)
{
    tried = ftrylockfile(stderr);
    if (!tried)
        funlockfile(stderr);
    return arg;
}

int main(void)
{
    pthread_t thread;
    flockfile(stderr);
    assert(ftrylockfile(stderr) == 0);
    fputs("once\n", stderr);
    funlockfile(stderr);
    perror("still locked");
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
    assert(tried != 0);
    funlockfile(stderr);
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
    assert(tried == 0);
    return 0;
}
