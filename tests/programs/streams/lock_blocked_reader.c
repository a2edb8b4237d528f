//@ expect: deadlock
// fgetc has the stream while it waits for the pipe, so feof waits for fgetc, and nobody
// writes any more.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *in;

static void *reader(void *arg)
{
    fgetc(in);
    return arg;
}

int main(void)
{
    pthread_t thread;
    int ends[2];
    if (pipe(ends))
        return 1;
    in = fdopen(ends[0], "r");
    pthread_create(&thread, NULL, reader, NULL);
    if (!feof(in))
        write(ends[1], "x", 1);
    pthread_join(thread, NULL);
    fclose(in);
    close(ends[1]);
    return 0;
}
