// A large write that must not wait writes what there is room for.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    static char block[40000];
    int ends[2];
    if (pipe2(ends, O_NONBLOCK))
        return 1;
    ssize_t first = write(ends[1], block, sizeof block);
    ssize_t second = write(ends[1], block, sizeof block);
    assert(first + second == 2 * sizeof block); // expect: assert
    return 0;
}
