//@ expect: safe
// Times that a program sets stay until the file changes.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

int main(void)
{
    char path[] = "/tmp/times-XXXXXX";
    struct stat status;
    int fd = mkstemp(path);
    struct timespec times[] = { { 100, 5 }, { 200, 7 } };
    assert(fd >= 0 && !utimensat(AT_FDCWD, path, times, 0) && !fstat(fd, &status));
    assert(status.st_atim.tv_sec == 100 && status.st_atim.tv_nsec == 5);
    assert(status.st_mtim.tv_sec == 200 && status.st_mtim.tv_nsec == 7);
    times[0].tv_nsec = UTIME_OMIT;
    times[1].tv_sec = 300;
    assert(!futimens(fd, times) && !stat(path, &status));
    assert(status.st_atim.tv_sec == 100 && status.st_mtim.tv_sec == 300);
    assert(write(fd, "x", 1) == 1 && !stat(path, &status) && status.st_mtim.tv_sec != 300);
    assert(!utimes(path, (struct timeval[]){ { 1, 2 }, { 3, 4 } }) && !stat(path, &status));
    assert(status.st_mtim.tv_sec == 3 && status.st_mtim.tv_nsec == 4000);
    assert(!utime(path, &(struct utimbuf){ .modtime = 9 }) && !stat(path, &status) && status.st_mtime == 9);
    assert(!utime(path, NULL) && !stat(path, &status) && status.st_mtime != 9);
    times[1].tv_nsec = -1;
    assert(futimens(fd, times) == -1 && errno == EINVAL && !close(fd) && !unlink(path));
    return 0;
}
