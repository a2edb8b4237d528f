//@ expect: safe
// Connected sockets hear their peer alone, and learn that nobody is there; messages in parts; paths.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static int new_socket(struct sockaddr_in *place)
{
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    socklen_t length = sizeof *place;
    *place = (struct sockaddr_in){ .sin_family = AF_INET };
    place->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert(!bind(s, (void *)place, sizeof *place) && !getsockname(s, (void *)place, &length));
    return s;
}

static void peers(void)
{
    struct sockaddr_in pa, pb, pc;
    int a = new_socket(&pa), b = new_socket(&pb), c = new_socket(&pc);
    char byte;
    assert(send(a, "x", 1, 0) == -1 && errno == EDESTADDRREQ);
    assert(!connect(a, (void *)&pb, sizeof pb));
    assert(sendto(c, "c", 1, 0, (void *)&pa, sizeof pa) == 1);
    assert(recv(a, &byte, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
    assert(sendto(b, "b", 1, 0, (void *)&pa, sizeof pa) == 1);
    struct pollfd ready = { a, POLLIN, 0 };
    assert(poll(&ready, 1, -1) == 1 && ready.revents == POLLIN);
    assert(recv(a, &byte, 1, 0) == 1 && byte == 'b');
    close(b);
    assert(send(a, "x", 1, 0) == 1);
    assert(recv(a, &byte, 1, 0) == -1 && errno == ECONNREFUSED);
    close(a);
    close(c);
}

static void parts(void)
{
    struct sockaddr_in pa, from;
    int a = new_socket(&pa);
    char x[2], y[4];
    struct iovec out[2] = { { "ab", 2 }, { "cde", 3 } }, in[2] = { { x, 2 }, { y, 4 } };
    struct msghdr sent = { .msg_name = &pa, .msg_namelen = sizeof pa, .msg_iov = out, .msg_iovlen = 2 };
    struct msghdr got = { .msg_name = &from, .msg_namelen = sizeof from, .msg_iov = in, .msg_iovlen = 2 };
    assert(sendmsg(a, &sent, 0) == 5 && recvmsg(a, &got, 0) == 5);
    assert(!memcmp(x, "ab", 2) && !memcmp(y, "cde", 3) && from.sin_port == pa.sin_port);
    close(a);
}

static void paths(void)
{
    struct sockaddr_un place = { AF_UNIX, "/tmp/augur-messages" };
    int a = socket(AF_UNIX, SOCK_DGRAM, 0), b = socket(AF_UNIX, SOCK_DGRAM, 0);
    char bytes[4];
    assert(sendto(b, "x", 1, 0, (void *)&place, sizeof place) == -1 && errno == ENOENT);
    assert(!bind(a, (void *)&place, sizeof place));
    assert(!connect(b, (void *)&place, sizeof place) && write(b, "xyz", 3) == 3);
    assert(read(a, bytes, 2) == 2);    // the rest of it is gone
    assert(recv(a, bytes, 4, MSG_DONTWAIT) == -1 && errno == EAGAIN);
    close(a);
    close(b);
    unlink(place.sun_path);
}

int main(void)
{
    peers();
    parts();
    paths();
    return 0;
}
