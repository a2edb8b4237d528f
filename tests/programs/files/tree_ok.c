//@ expect: safe
//@ native: no
// Directories and descriptors.
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int entries(const char *path)
{
    int count = 0;
    DIR *directory = opendir(path);
    assert(directory);
    while (readdir(directory))
        count++;
    closedir(directory);
    return count - 2;
}

int main(void)
{
    char buffer[16];
    struct stat status;
    assert(mkdir("/tmp/d", 0755) == 0 && chdir("/tmp/d") == 0);
    assert(mkdir("/tmp/d", 0755) == -1 && errno == EEXIST);
    assert(!strcmp(getcwd(buffer, sizeof buffer), "/tmp/d"));
    int fd = open("file", O_RDWR | O_CREAT | O_EXCL, 0600);
    assert(fd == 3 && write(fd, "hello", 5) == 5 && lseek(fd, 1, SEEK_SET) == 1);
    int other = dup(fd);
    assert(other == 4 && read(other, buffer, sizeof buffer) == 4 && !memcmp(buffer, "ello", 4));
    assert(read(fd, buffer, 1) == 0 && pread(fd, buffer, 1, 0) == 1 && buffer[0] == 'h');
    assert(ftruncate(fd, 2) == 0 && fstat(fd, &status) == 0 && status.st_size == 2);
    assert(fcntl(fd, F_SETFL, O_APPEND) == 0 && fcntl(other, F_GETFL) == (O_RDWR | O_APPEND));
    assert(write(fd, "!", 1) == 1 && close(fd) == 0 && close(fd) == -1 && errno == EBADF);
    assert(rename("file", "../moved") == 0 && entries(".") == 0 && entries("/tmp") == 2);
    assert(stat("/tmp/moved", &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 3);
    assert(unlink("/tmp/moved") == 0 && access("/tmp/moved", F_OK) == -1 && errno == ENOENT);
    assert(pread(other, buffer, 3, 0) == 3 && close(other) == 0);
    assert(rmdir("/tmp") == -1 && errno == ENOTEMPTY);
    assert(open("/tmp/d/a/b", O_RDONLY) == -1 && errno == ENOENT);
    return 0;
}
