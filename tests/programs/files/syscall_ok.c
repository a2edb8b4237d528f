/* Calls by number are those by name. */
//@ expect: safe
#include <assert.h>
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char byte;
    assert(!pipe(ends));
    assert(syscall(SYS_write, ends[1], "x", (size_t)1) == 1);
    assert(syscall(SYS_read, ends[0], &byte, (size_t)1) == 1 && byte == 'x');
    assert(!syscall(SYS_close, ends[1]));
    assert(syscall(SYS_close, ends[1]) == -1 && errno == EBADF);
    assert(read(ends[0], &byte, 1) == 0);
    assert(write(ends[1], &byte, 1) == -1);
    assert(!close(ends[0]));
    return 0;
}
