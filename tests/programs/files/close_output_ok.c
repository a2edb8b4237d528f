//@ expect: safe
// The next file that is opened takes the place of standard output.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char text[16] = { 0 };
    close(1);
    assert(write(1, "x", 1) == -1 && errno == EBADF);
    int fd = open("/tmp/augur_output", O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert(fd == 1 && printf("hello %d", 1) == 7 && fflush(stdout) == 0);
    assert(pread(1, text, sizeof text - 1, 0) == 7 && !strcmp(text, "hello 1"));
    unlink("/tmp/augur_output");
    return 0;
}
