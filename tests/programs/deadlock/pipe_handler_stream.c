// The handler of SIGPIPE has the stream locked: it must not wait for who wants to use the stream.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static pthread_t thread;
static FILE *out;

static void *other(void *unused)
{
    fputc('y', out); // expect: deadlock
    return unused;
}

static void handle(int number)
{
    (void)number;
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL); // expect: deadlock
}

int main(void)
{
    int ends[2];
    struct sigaction once = { .sa_handler = handle, .sa_flags = SA_RESETHAND };
    sigaction(SIGPIPE, &once, NULL);
    pipe(ends);
    close(ends[0]);
    out = fdopen(ends[1], "w");
    fputc('x', out);
    fflush(out);
    return 0;
}
