/* <sys/sendfile.h>, and copy_file_range of <unistd.h>: from one file to another without a
 * buffer of the program's. See file.h. */
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <unistd.h>

/* Where a copy begins: at an offset that is the caller's, or where the descriptor is. */
static long position_of(const struct augur_open *open, const off_t *offset)
{
    return offset ? *offset : open->offset;
}

/* Goes on behind what was copied. */
static void move_on(struct augur_open *open, long start, long after, off_t *offset)
{
    if (offset) {
        open->offset = start;
        *offset = after;
    }
}

static int cannot_copy(const struct augur_open *in, const struct augur_open *out)
{
    if ((in->flags & O_ACCMODE) == O_WRONLY || (out->flags & O_ACCMODE) == O_RDONLY)
        return EBADF;
    if (out->inode->kind == AUGUR_PIPE)
        __augur_unsupported("sendfile to a pipe");
    return in->inode->kind == AUGUR_REGULAR ? 0 : EINVAL;
}

static MASKED ssize_t copy(int from, off_t *from_offset, int to, off_t *to_offset, size_t size)
{
    __divine_interrupt_mask();
    struct augur_open *in = augur_file_open(from), *out = augur_file_open(to);
    if (!in || !out)
        return -1;
    int error = cannot_copy(in, out), is_part = 0;
    if (!error && ((from_offset && *from_offset < 0) || (to_offset && *to_offset < 0)))
        error = EINVAL;
    if (!error && augur_fault(AUGUR_FAULT_EINTR))
        error = EINTR;
    if (error)
        return augur_fail(error);
    long start = position_of(in, from_offset), end = (long)augur_file_size(in->inode);
    if (start >= end || !size)
        return 0;
    if (size > (size_t)(end - start))
        size = (size_t)(end - start);
    if (augur_fault(AUGUR_FAULT_IO)) {
        size = augur_short_count(size);
        if (!size)
            return augur_fail(EIO);
    }
    long in_place = in->offset, out_place = out->offset;
    char *bytes = __augur_alloc(size, 16, AUGUR_INTERNAL);
    in->offset = start;
    augur_file_read(from, bytes, size);
    if (to_offset)
        out->offset = *to_offset;
    augur_file_write(to, bytes, size, &is_part);
    move_on(in, in_place, start + (long)size, from_offset);
    move_on(out, out_place, out->offset, to_offset);
    return (ssize_t)size;
}

/* posix: sendfile copy_file_range
 * explored: one action each; all that there is, at once.
 * left out: copies that others see half done; pipes (`unsupported`).
 * faults: io with every short count, eintr
 * accesses: r and w the offsets.
 * tests: files/copies.c files/copies_ok.c races:sendfile */
ssize_t sendfile(int to, int from, off_t *offset, size_t size)
{
    off_t own = offset ? *offset : 0;
    ssize_t done = copy(from, offset ? &own : NULL, to, NULL, size);
    if (offset && done > 0)
        *offset = own;
    return done;
}

ssize_t copy_file_range(int from, off64_t *from_offset, int to, off64_t *to_offset, size_t size,
                        unsigned flags)
{
    off_t in = from_offset ? *from_offset : 0, out = to_offset ? *to_offset : 0;
    if (flags)
        return augur_fail(EINVAL);
    ssize_t done = copy(from, from_offset ? &in : NULL, to, to_offset ? &out : NULL, size);
    if (from_offset && done > 0)
        *from_offset = in;
    if (to_offset && done > 0)
        *to_offset = out;
    return done;
}

ssize_t sendfile64(int, int, off64_t *, size_t) __attribute__((alias("sendfile")));
