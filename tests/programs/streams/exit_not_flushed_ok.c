//@ expect: safe
//@ exits: 0
//@ native: no
// _exit flushes nothing.
#include <pthread.h>
#include <stdio.h>
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
    _exit(0);
}
