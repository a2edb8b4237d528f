//@ expect: safe
//@ exits: 0 7
//@ native: no
// A thread that waits for a pipe may still get what exit flushes, and run on.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *arg)
{
    char byte;
    if (read(ends[0], &byte, 1) == 1)
        _exit(7);
    return arg;
}

int main(void)
{
    pthread_t thread;
    if (pipe(ends))
        return 1;
    FILE *out = fdopen(ends[1], "w");
    pthread_create(&thread, NULL, reader, NULL);
    fputc('x', out);
    exit(0);
}
