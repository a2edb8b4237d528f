//@ expect: safe
// What is sent fits into the pipes, and what the other thread has in its hands.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

enum { SIZE = 4096, BLOCKS = 3 };
static int to[2], from[2];
static char block[SIZE];

static void *echo(void *arg)
{
    static char copy[SIZE];
    for (int i = 0; i < BLOCKS; i++) {
        read(to[0], copy, SIZE);
        write(from[1], copy, SIZE);
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    if (pipe(to) || pipe(from))
        return 1;
    fcntl(to[1], F_SETPIPE_SZ, SIZE);
    fcntl(from[1], F_SETPIPE_SZ, SIZE);
    pthread_create(&thread, NULL, echo, NULL);
    for (int i = 0; i < BLOCKS; i++)
        write(to[1], block, SIZE);
    for (int i = 0; i < BLOCKS; i++)
        read(from[0], block, SIZE);
    pthread_join(thread, NULL);
    return 0;
}
