//@ expect: deadlock
// As pipe_ok, but nobody closes the writing end.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *feed(void *arg)
{
    write(ends[1], "ab", 2);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char byte;
    if (pipe(ends))
        return 1;
    pthread_create(&thread, NULL, feed, NULL);
    while (read(ends[0], &byte, 1) > 0)
        ;
    pthread_join(thread, NULL);
    return 0;
}
