//@ expect: safe
// The size of a pipe can be asked for and changed.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    static char block[8192];
    int ends[2];
    if (pipe2(ends, O_NONBLOCK))
        return 1;
    assert(fcntl(ends[0], F_GETPIPE_SZ) == 65536);
    assert(fcntl(ends[0], F_SETPIPE_SZ, 5000) == 8192 && fcntl(ends[1], F_GETPIPE_SZ) == 8192);
    assert(write(ends[1], block, 8192) == 8192 && write(ends[1], block, 1) == -1);
    assert(fcntl(ends[0], F_SETPIPE_SZ, 4096) == -1 && errno == EBUSY);
    return 0;
}
