//@ expect: safe
// The handler of SIGPIPE waits for another thread; the call fails when it is over.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int go, handled;

static void handle(int number)
{
    (void)number;
    while (!go)
        ;
    handled++;
}

static void *other(void *unused)
{
    go = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int ends[2];
    signal(SIGPIPE, handle);
    pipe(ends);
    close(ends[0]);
    FILE *out = fdopen(ends[1], "w");
    pthread_create(&thread, NULL, other, NULL);
    fputc('x', out);
    assert(fflush(out) == EOF && errno == EPIPE);
    assert(handled == 1);
    pthread_join(thread, NULL);
    fclose(out);
    assert(handled == 1);
    return 0;
}
