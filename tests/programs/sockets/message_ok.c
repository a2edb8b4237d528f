//@ expect: safe
#include <assert.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

int main(void)
{
    int ends[2];
    struct stat status;
    assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
    assert(fstat(ends[0], &status) == 0 && S_ISSOCK(status.st_mode));
    struct iovec parts[2] = { { "ab", 2 }, { "c", 1 } };
    struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };
    assert(sendmsg(ends[0], &message, 0) == 3 && sendmsg(ends[0], &message, 0) == 3);
    char first[2], rest[6];
    struct iovec room[2] = { { first, 2 }, { rest, 6 } };
    message = (struct msghdr){ .msg_iov = room, .msg_iovlen = 2 };
    assert(recvmsg(ends[1], &message, 0) == 3);
    assert(first[1] == 'b' && rest[0] == 'c');
    return 0;
}
