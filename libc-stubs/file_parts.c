/* <sys/uio.h>: reading and writing several parts at once, which is one action like any
 * other: the parts go through a block of our own. */
#include "file.h"
#include <errno.h>
#include <limits.h>
#include <sys/uio.h>

enum { PARTS_MAX = 1024 };    /* as Linux has it */

/* How many bytes they are together, or -1. */
static ssize_t size_of(const struct iovec *parts, int count)
{
    size_t size = 0;
    if (count < 0 || count > PARTS_MAX)
        return augur_fail(EINVAL);
    for (int i = 0; i < count; i++)
        if (__builtin_add_overflow(size, parts[i].iov_len, &size) || size > LONG_MAX)
            return augur_fail(EINVAL);
    return (ssize_t)size;
}

static char *new_block(ssize_t size) { return __augur_alloc((size_t)size, 16, AUGUR_INTERNAL); }

static ssize_t spread(const struct iovec *parts, const char *block, ssize_t size)
{
    size_t left = size > 0 ? (size_t)size : 0;
    for (; left; parts++) {
        size_t part = left < parts->iov_len ? left : parts->iov_len;
        __builtin_memcpy(parts->iov_base, block, part);
        block += part;
        left -= part;
    }
    return size;
}

static char *gather(const struct iovec *parts, int count, ssize_t size)
{
    char *block = new_block(size), *to = block;
    for (int i = 0; i < count; i++) {
        __builtin_memcpy(to, parts[i].iov_base, parts[i].iov_len);
        to += parts[i].iov_len;
    }
    return block;
}

static ssize_t read_parts(int fd, const struct iovec *parts, int count, long offset)
{
    ssize_t size = size_of(parts, count);
    if (size < 0)
        return -1;
    char *block = new_block(size);
    return spread(parts, block, augur_read_at(fd, block, (size_t)size, offset));
}

static ssize_t write_parts(int fd, const struct iovec *parts, int count, long offset)
{
    ssize_t size = size_of(parts, count);
    return size < 0 ? -1 : augur_write_at(fd, gather(parts, count, size), (size_t)size, offset);
}

/* posix: readv writev preadv pwritev
 * explored: one action each, like read and write of all parts together.
 * left out: as for read and write.
 * faults: io eintr
 * accesses: parts r; what they stand for r (writev) or w (readv)
 * tests: pipes/vector_torn.c pipes/vector_whole_ok.c */
ssize_t readv(int fd, const struct iovec *parts, int count)
{
    return read_parts(fd, parts, count, AUGUR_ON);
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    return write_parts(fd, parts, count, AUGUR_ON);
}

ssize_t preadv(int fd, const struct iovec *parts, int count, off_t offset)
{
    return offset < 0 ? augur_fail(EINVAL) : read_parts(fd, parts, count, offset);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset)
{
    return offset < 0 ? augur_fail(EINVAL) : write_parts(fd, parts, count, offset);
}

ssize_t preadv64(int, const struct iovec *, int, off64_t) __attribute__((alias("preadv")));
ssize_t pwritev64(int, const struct iovec *, int, off64_t) __attribute__((alias("pwritev")));
