// Who waits for POLLHUP of a TCP connection does not see that the peer has closed.
#include <assert.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_in name = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof name;
    int listens = socket(AF_INET, SOCK_STREAM, 0), there = socket(AF_INET, SOCK_STREAM, 0);
    bind(listens, (struct sockaddr *)&name, sizeof name);
    listen(listens, 1);
    getsockname(listens, (struct sockaddr *)&name, &length);
    connect(there, (struct sockaddr *)&name, sizeof name);
    int here = accept(listens, 0, 0);
    close(there);
    struct pollfd one = { here, POLLIN, 0 };
    poll(&one, 1, -1);
    assert(one.revents & POLLHUP); // expect: assert
    close(here);
    close(listens);
    return 0;
}
