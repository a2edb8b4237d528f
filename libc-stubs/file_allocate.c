/* <fcntl.h>: room for a file; see file.h. */
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>

static MASKED int allocate(int fd, off_t offset, off_t size)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return EBADF;
    if (offset < 0 || size <= 0)
        return EINVAL;
    if ((open->flags & O_ACCMODE) == O_RDONLY)
        return EBADF;
    if (open->inode->kind != AUGUR_REGULAR)
        return open->inode->kind == AUGUR_PIPE ? ESPIPE : ENODEV;
    if (size > LONG_MAX - offset)
        return EFBIG;
    if (augur_fault(AUGUR_FAULT_IO))
        return ENOSPC;
    augur_file_load(open->inode);
    if ((size_t)(offset + size) > open->inode->size)
        augur_file_resize(open->inode, (size_t)(offset + size));
    return 0;
}

/* posix: posix_fallocate
 * explored: one action: the file is at least as long as that, with zeros.
 * faults: io
 * tests: files/allocate.c files/allocate_ok.c */
int posix_fallocate(int fd, off_t offset, off_t size)
{
    int saved = errno, error = allocate(fd, offset, size);
    errno = saved;
    return error;
}

int posix_fallocate64(int, off64_t, off64_t) __attribute__((alias("posix_fallocate")));
