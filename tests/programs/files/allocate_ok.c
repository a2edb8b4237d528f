//@ expect: safe
// A file grows to what it is promised, and never shrinks. /dev/shm is there for those who open files
// in it by their paths.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    int fd = open("/dev/shm/augur_allocate", O_CREAT | O_RDWR | O_TRUNC, 0600), ends[2];
    struct stat now;
    char byte = 1;
    errno = 0;
    assert(fd >= 0 && write(fd, "abc", 3) == 3);
    assert(!posix_fallocate(fd, 2, 8) && !fstat(fd, &now) && now.st_size == 10);
    assert(!posix_fallocate(fd, 0, 5) && !fstat(fd, &now) && now.st_size == 10);
    assert(pread(fd, &byte, 1, 9) == 1 && byte == 0 && pread(fd, &byte, 1, 1) == 1 && byte == 'b');
    assert(posix_fallocate(fd, 0, 0) == EINVAL && posix_fallocate(fd, -1, 1) == EINVAL);
    assert(posix_fallocate(77, 0, 1) == EBADF);
    int reads = open("/dev/shm/augur_allocate", O_RDONLY);
    assert(posix_fallocate(reads, 0, 20) == EBADF);
    assert(!pipe(ends) && posix_fallocate(ends[1], 0, 1) == ESPIPE && errno == 0);
    close(ends[0]);
    close(ends[1]);
    close(reads);
    close(fd);
    assert(!unlink("/dev/shm/augur_allocate"));
    return 0;
}
