//@ expect: safe
// Numbers without a seed: any, and here always the same ones.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

int main(void)
{
    unsigned long a = 0, b = 0;
    char much[257];
    assert(!getentropy(&a, sizeof a) && !getentropy(&b, sizeof b) && a != b);
    assert(getentropy(much, sizeof much) == -1 && errno == EIO);
    assert(getrandom(&b, sizeof b, 0) == sizeof b && a != b);
    int fd = open("/dev/urandom", O_RDONLY);
    assert(fd >= 0 && read(fd, &b, sizeof b) == sizeof b && a != b && !close(fd));
    return 0;
}
