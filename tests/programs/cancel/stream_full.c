//@ expect: deadlock
// Who waits for room in a pipe can be cancelled. What was to be written stays in the stream:
// the end of the program waits for room too.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *file;

static void *work(void *arg)
{
    fputc('a', file);
    fflush(file);
    return arg;
}

int main(void)
{
    pthread_t thread;
    int ends[2];
    static char page[4096];
    pipe(ends);
    fcntl(ends[1], F_SETPIPE_SZ, sizeof page);
    write(ends[1], page, sizeof page);
    file = fdopen(ends[1], "w");
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
