//@ expect: safe
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char text;
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    assert(write(ends[1], "x", 1) == 1);
    close(ends[1]);
    assert(send(ends[0], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
    assert(recv(ends[0], &text, 1, MSG_PEEK) == 1 && read(ends[0], &text, 1) == 1);
    assert(recv(ends[0], &text, 1, MSG_DONTWAIT) == 0);
    return 0;
}
