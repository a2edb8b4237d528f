//@ expect: safe
// When the peer closes, a TCP connection still has its other direction: no POLLHUP before that is
// shut, too. AF_UNIX has it at once.
#define _GNU_SOURCE
#include <assert.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

static int events_of(int fd)
{
    struct pollfd one = { fd, POLLIN | POLLOUT, 0 };
    poll(&one, 1, -1);
    return one.revents;
}

int main(void)
{
    struct sockaddr_in name = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof name;
    int listens = socket(AF_INET, SOCK_STREAM, 0), there = socket(AF_INET, SOCK_STREAM, 0);
    assert(!bind(listens, (struct sockaddr *)&name, sizeof name) && !listen(listens, 1));
    assert(!getsockname(listens, (struct sockaddr *)&name, &length));
    assert(!connect(there, (struct sockaddr *)&name, sizeof name));
    int here = accept(listens, 0, 0);
    close(there);
    struct pollfd end = { here, POLLRDHUP, 0 };
    assert(poll(&end, 1, -1) == 1 && end.revents == POLLRDHUP);
    assert(events_of(here) == (POLLIN | POLLOUT));
    shutdown(here, SHUT_WR);
    assert(events_of(here) == (POLLIN | POLLOUT | POLLHUP));
    int pair[2];
    assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    close(pair[1]);
    assert(events_of(pair[0]) == (POLLIN | POLLOUT | POLLHUP));
    close(pair[0]);
    close(here);
    close(listens);
    return 0;
}
