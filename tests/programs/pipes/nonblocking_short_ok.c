//@ expect: safe
// Large writes may be short, small ones are whole or fail.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    static char block[65536];
    int ends[2];
    if (pipe2(ends, O_NONBLOCK))
        return 1;
    assert(write(ends[1], block, 57344) == 57344);
    assert(write(ends[1], block, 16384) == 8192);
    assert(write(ends[1], block, 16384) == -1 && errno == EAGAIN);
    assert(write(ends[1], block, 1) == -1 && errno == EAGAIN);
    assert(read(ends[0], block, 4096) == 4096);
    assert(write(ends[1], block, 4096) == 4096);
    while (read(ends[0], block, sizeof block) > 0)
        ;
    assert(errno == EAGAIN);
    return 0;
}
