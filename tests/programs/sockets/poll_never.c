//@ expect: deadlock
// Nobody writes to the pipe that is waited for.
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int a[2], b[2];

static void *writes(void *unused)
{
    write(b[1], "x", 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pipe(a);
    pipe(b);
    pthread_create(&thread, 0, writes, 0);
    struct pollfd list[2] = { { a[0], POLLIN, 0 }, { b[1], 0, 0 } };
    poll(list, 2, -1);
    pthread_join(thread, 0);
    return 0;
}
