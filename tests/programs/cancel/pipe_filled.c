//@ expect: safe
//@ native: no
//@ exits: 0 1
// Who reads from a pipe, is cancelled, and could go on as well does either.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void *work(void *arg)
{
    char byte;
    read(ends[0], &byte, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pipe(ends);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    write(ends[1], "x", 1);
    pthread_join(thread, &result);
    return result == PTHREAD_CANCELED;
}
