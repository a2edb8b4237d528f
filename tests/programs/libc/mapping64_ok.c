/* Large or not, a mapping has what the file has. */
//@ expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    char name[] = "/tmp/augur-mapping-XXXXXX";
    int fd = mkstemp(name);
    assert(fd >= 0 && write(fd, "hello", 5) == 5);
    char *map = mmap64(0, 5, PROT_READ, MAP_PRIVATE, fd, 0);
    assert(map != MAP_FAILED && !memcmp(map, "hello", 5));
    munmap(map, 5);
    close(fd);
    unlink(name);
    return 0;
}
