//@ expect: safe
// Living files have different numbers, and a file keeps its own.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static ino_t number(int fd)
{
    struct stat status;
    assert(fstat(fd, &status) == 0);
    return status.st_ino;
}

int main(void)
{
    int a = open("/tmp/augur_a", O_RDWR | O_CREAT, 0600), b = open("/tmp/augur_b", O_RDWR | O_CREAT, 0600);
    ino_t first = number(a);
    assert(first != number(b));
    unlink("/tmp/augur_a");
    int c = open("/tmp/augur_c", O_RDWR | O_CREAT, 0600);
    assert(number(c) != first && number(c) != number(b) && number(a) == first);
    rename("/tmp/augur_c", "/tmp/augur_b");
    int d = open("/tmp/augur_b", O_RDWR);
    assert(number(d) == number(c) && number(b) != number(d));
    unlink("/tmp/augur_b");
    return 0;
}
