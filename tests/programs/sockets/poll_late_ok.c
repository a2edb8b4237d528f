//@ expect: safe
//@ native: no
//@ exits: 0 1
// A wait with an end may end with nothing.
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *writes(void *unused)
{
    write(ends[1], "x", 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pipe(ends);
    pthread_create(&thread, 0, writes, 0);
    struct pollfd one = { ends[0], POLLIN, 0 };
    int found = poll(&one, 1, 10);
    pthread_join(thread, 0);
    return found;
}
