//@ expect: safe
//@ native: no
//@ exits: 0 1 2
// A large block comes in several writes. Each may act on a cancellation, and leaves the stream
// unlocked.
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static char block[9000];

static void *work(void *arg)
{
    fwrite(block, 1, sizeof block, file);
    return arg;
}

int main(void)
{
    pthread_t thread;
    file = tmpfile();
    fputc('x', file);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    long size = ftell(file);
    fclose(file);
    return size == 1 ? 0 : size == 1 + sizeof block ? 1 : 2;
}
