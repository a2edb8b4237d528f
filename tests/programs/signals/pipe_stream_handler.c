// The handler of SIGPIPE runs while the stream is locked, and is interrupted like any other code.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int step;

static void handle(int number)
{
    (void)number;
    step = 1;
    step = 2;
}

static void *other(void *unused)
{
    assert(step != 1); // expect: assert
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
    fflush(out);
    pthread_join(thread, NULL);
    fclose(out);
    return 0;
}
