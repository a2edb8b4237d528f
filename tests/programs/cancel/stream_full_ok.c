//@ expect: safe
// Who waits for room in a pipe can be cancelled. What was to be written stays in the stream,
// and is there when there is room.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *file;
static int put;

static void *work(void *arg)
{
    fputc('a', file);
    put = 1;
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
    read(ends[0], page, sizeof page);
    fclose(file);
    assert(read(ends[0], page, 2) == put);
    return 0;
}
