//@ expect: deadlock
// A writer that waits for room in the pipe has the stream, so that the other one can not even
// close it.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static FILE *out;

static void *fill(void *arg)
{
    static char block[4096];
    for (int i = 0; i < 17; i++)
        fwrite(block, 1, sizeof block, out);
    return arg;
}

int main(void)
{
    pthread_t thread;
    static char block[4096];
    if (pipe(ends))
        return 1;
    out = fdopen(ends[1], "w");
    pthread_create(&thread, NULL, fill, NULL);
    fputc('x', out);
    pthread_join(thread, NULL);
    fclose(out);
    while (read(ends[0], block, sizeof block) > 0)
        ;
    return 0;
}
