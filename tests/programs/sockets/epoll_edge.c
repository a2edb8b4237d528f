//@ expect: deadlock
// Who is told of edges must read until nothing is left.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void *writes(void *unused)
{
    write(ends[1], "ab", 2);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pipe2(ends, O_NONBLOCK);
    int poller = epoll_create1(0), got = 0;
    struct epoll_event event = { .events = EPOLLIN | EPOLLET };
    epoll_ctl(poller, EPOLL_CTL_ADD, ends[0], &event);
    pthread_create(&thread, 0, writes, 0);
    char text;
    while (got < 2) {
        epoll_wait(poller, &event, 1, -1);
        if (read(ends[0], &text, 1) == 1)
            got++;
    }
    pthread_join(thread, 0);
    return 0;
}
