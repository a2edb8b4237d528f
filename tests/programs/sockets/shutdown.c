//@ expect: abort
// Whoever writes where nobody reads any more is ended by SIGPIPE.
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    close(ends[1]);
    write(ends[0], "x", 1);
    return 0;
}
