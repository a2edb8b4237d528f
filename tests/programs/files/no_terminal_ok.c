//@ expect: safe
// Advice and flushing change nothing.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int fd = open("/tmp/augur-advice", O_RDWR | O_CREAT, 0600);
    assert(!isatty(fd) && errno == ENOTTY);
    assert(posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL) == 0);
    sync();
    close(fd);
    assert(!isatty(fd) && errno == EBADF);
    unlink("/tmp/augur-advice");
    return 0;
}
