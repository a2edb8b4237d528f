//@ flags: --faults io:1
// Each of these may fail, and nobody looks whether it did.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat status = { 0 };
    mkdir("/tmp/d", 0700);
    int fd = open("/tmp/d/f", O_RDWR | O_CREAT, 0600);
    ftruncate(fd, 5);
    lseek(fd, 0, SEEK_SET);
    close(fd);
    rename("/tmp/d/f", "/tmp/d/g");
    stat("/tmp/d/g", &status);
    assert(status.st_size == 5); // expect: assert
    unlink("/tmp/d/g");
    return 0;
}
