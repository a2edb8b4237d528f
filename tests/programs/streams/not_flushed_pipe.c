//@ expect: deadlock
// The request waits in the buffer, and its author for the answer.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int to[2], from[2];

static void *server(void *arg)
{
    char byte;
    if (read(to[0], &byte, 1) == 1)
        write(from[1], &byte, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char byte;
    if (pipe(to) || pipe(from))
        return 1;
    FILE *out = fdopen(to[1], "w");
    pthread_create(&thread, NULL, server, NULL);
    fputc('?', out);
    ssize_t size = read(from[0], &byte, 1);
    pthread_join(thread, NULL);
    fclose(out);
    return size != 1;
}
