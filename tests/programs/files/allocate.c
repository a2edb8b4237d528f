// posix_fallocate returns its error, and leaves errno alone.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>

int main(void)
{
    errno = 0;
    posix_fallocate(77, 0, 1);
    assert(errno == EBADF); // expect: assert
    return 0;
}
