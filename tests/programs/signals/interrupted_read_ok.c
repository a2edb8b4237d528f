//@ expect: safe
//@ skip-none
// A handler that says SA_RESTART lets it go on.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static int ends[2];
static pthread_t reader;
static void handler(int number) { (void)number; }

static void *wake(void *unused)
{
    pthread_kill(reader, SIGUSR1);
    write(ends[1], "x", 1);
    return unused;
}

int main(void)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
    pthread_t thread;
    char byte = 0;
    sigaction(SIGUSR1, &action, NULL);
    reader = pthread_self();
    assert(pipe(ends) == 0);
    pthread_create(&thread, NULL, wake, NULL);
    ssize_t got = read(ends[0], &byte, 1);
    pthread_join(thread, NULL);
    assert(got == 1 && byte == 'x');
    return 0;
}
