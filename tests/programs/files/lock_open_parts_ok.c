//@ expect: safe
// Readers share, writers do not; a part that is given back splits a lock; who asks is told what is in the way.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int set(int fd, int type, long start, long length)
{
    struct flock part = { .l_type = (short)type, .l_whence = SEEK_SET, .l_start = start, .l_len = length };
    return fcntl(fd, F_OFD_SETLK, &part) ? errno : 0;
}

int main(void)
{
    int a = open("/tmp/augur-parts", O_RDWR | O_CREAT, 0600), b = open("/tmp/augur-parts", O_RDWR);
    struct flock asked = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 0 };
    assert(set(a, F_RDLCK, 0, 10) == 0 && set(b, F_RDLCK, 5, 10) == 0);
    assert(set(a, F_WRLCK, 0, 10) == EAGAIN && set(a, F_WRLCK, 0, 5) == 0);
    assert(fcntl(a, F_OFD_GETLK, &asked) == 0);
    assert(asked.l_type == F_RDLCK && asked.l_start == 5 && asked.l_len == 10 && asked.l_pid == -1);
    assert(set(b, F_UNLCK, 0, 0) == 0 && set(a, F_WRLCK, 0, 0) == 0);
    assert(set(a, F_UNLCK, 4, 2) == 0);
    assert(set(b, F_WRLCK, 4, 2) == 0 && set(b, F_RDLCK, 3, 1) == EAGAIN && set(b, F_RDLCK, 6, 1) == EAGAIN);
    close(a);
    assert(set(b, F_WRLCK, 0, 0) == 0);
    close(b);
    unlink("/tmp/augur-parts");
    return 0;
}
