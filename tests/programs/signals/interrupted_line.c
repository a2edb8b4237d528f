//@ skip-none
// A handler ends a stream's wait for a pipe, too: the line is not there, and that is no end of the file.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static int ends[2];
static pthread_t reader;
static void handler(int number) { (void)number; }

static void *wake(void *unused)
{
    pthread_kill(reader, SIGUSR1);
    write(ends[1], "line\n", 5);
    return unused;
}

int main(void)
{
    struct sigaction action = { .sa_handler = handler };
    pthread_t thread;
    char line[8];
    sigaction(SIGUSR1, &action, NULL);
    reader = pthread_self();
    assert(pipe(ends) == 0);
    FILE *stream = fdopen(ends[0], "r");
    pthread_create(&thread, NULL, wake, NULL);
    char *got = fgets(line, sizeof line, stream);
    assert(!feof(stream));
    pthread_join(thread, NULL);
    assert(got); // expect: assert
    fclose(stream);
    return 0;
}
