//@ expect: safe
// Who waits for a line from a pipe can be cancelled, and leaves the stream unlocked and
// without an error.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *file;

static void *work(void *arg)
{
    char line[4];
    fgets(line, sizeof line, file);
    return arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    int ends[2];
    pipe(ends);
    file = fdopen(ends[0], "r");
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    assert(!ferror(file));
    write(ends[1], "x", 1);
    assert(fgetc(file) == 'x');
    fclose(file);
    return 0;
}
