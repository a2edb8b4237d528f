//@ flags: --faults io:2
//@ expect: safe
//@ exits: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
//@ native: no
// Each of these may fail, and says so.
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat status;
    int ends[2];
    if (mkdir("/tmp/d", 0700))
        return 1;
    int fd = open("/tmp/d/f", O_RDWR | O_CREAT, 0600);
    if (fd < 0)
        return 2;
    if (ftruncate(fd, 5))
        return 3;
    if (lseek(fd, 1, SEEK_SET) != 1)
        return 4;
    if (fsync(fd))
        return 5;
    if (close(fd))
        return 6;
    if (rename("/tmp/d/f", "/tmp/d/g"))
        return 7;
    if (stat("/tmp/d/g", &status))
        return 8;
    assert(status.st_size == 5);
    DIR *directory = opendir("/tmp/d");
    if (!directory)
        return 9;
    assert(readdir(directory));
    closedir(directory);
    if (unlink("/tmp/d/g"))
        return 10;
    if (rmdir("/tmp/d"))
        return 11;
    if (pipe(ends))
        return 12;
    if ((fd = dup(ends[0])) < 0)
        return 13;
    if (dup2(ends[1], fd) < 0)
        return 14;
    if (!fdopen(fd, "w"))
        return 15;
    return 0;
}
