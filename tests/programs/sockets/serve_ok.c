//@ expect: safe
// An echo server with a poller, and a client in another thread.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in place;

static void *asks(void *unused)
{
    char text;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert(connect(fd, (struct sockaddr *)&place, sizeof place) == 0);
    assert(write(fd, "x", 1) == 1);
    assert(read(fd, &text, 1) == 1 && text == 'x');
    assert(shutdown(fd, SHUT_WR) == 0 && read(fd, &text, 1) == 0);
    close(fd);
    return unused;
}

int main(void)
{
    pthread_t client;
    socklen_t size = sizeof place;
    int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0), poller = epoll_create1(0);
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    assert(bind(listener, (struct sockaddr *)&place, size) == 0 && listen(listener, 4) == 0);
    assert(getsockname(listener, (struct sockaddr *)&place, &size) == 0 && place.sin_port != 0);
    struct epoll_event event = { .events = EPOLLIN, .data.fd = listener };
    epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event);
    pthread_create(&client, 0, asks, 0);
    for (int open = 1; open;) {
        assert(epoll_wait(poller, &event, 1, -1) == 1);
        int fd = event.data.fd;
        if (fd == listener) {
            event = (struct epoll_event){ .events = EPOLLIN, .data.fd = accept(listener, 0, 0) };
            epoll_ctl(poller, EPOLL_CTL_ADD, event.data.fd, &event);
            continue;
        }
        char text[4];
        ssize_t got = read(fd, text, sizeof text);
        if (got > 0)
            write(fd, text, (size_t)got);
        else {
            close(fd);
            open = 0;
        }
    }
    pthread_join(client, 0);
    close(listener);
    close(poller);
    return 0;
}
