//@ expect: safe
// The stream is left alone while somebody may wait in it.
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
    write(ends[1], "x", 1);
    pthread_join(thread, NULL);
    int is_end = feof(in);
    fclose(in);
    close(ends[1]);
    return is_end;
}
