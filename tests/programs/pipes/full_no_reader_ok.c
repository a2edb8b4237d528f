//@ expect: safe
//@ exits: 0
// The end of the last reader ends the wait of a writer.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];
static char block[65536];

static void *writer(void *arg)
{
    assert(write(ends[1], "abc", 3) == -1 && errno == EPIPE);
    return arg;
}

int main(void)
{
    pthread_t thread;
    signal(SIGPIPE, SIG_IGN);
    if (pipe(ends) || write(ends[1], block, sizeof block) != sizeof block)
        return 1;
    pthread_create(&thread, NULL, writer, NULL);
    close(ends[0]);
    pthread_join(thread, NULL);
    return 0;
}
