/* What can put a file in the place of standard output. These functions have a file
 * of their own, so that others can ask whether the program names them; see file.h. */
#include "stream.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int dup2(int fd, int to) { return augur_dup_to(fd, to, 0); }

int dup3(int fd, int to, int flags)
{
    return fd == to ? augur_fail(EINVAL) : augur_dup_to(fd, to, (flags & O_CLOEXEC) != 0);
}

/* The stream stays where it is; what its descriptor stands for changes. */
MASKED FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    __divine_interrupt_mask();
    int fd = stream->_fileno;
    if (!path || fd < 0)
        __augur_unsupported("freopen without a path, or of a stream in memory");
    FILE *file = fopen(path, mode);
    if (!file)
        return NULL;
    augur_dup_to(file->_fileno, fd, 0);
    if (!augur_is_standard(stream)) {
        ((struct augur_stream *)stream)->flags = ((struct augur_stream *)file)->flags;
        ((struct augur_stream *)stream)->pushed = 0;
        clearerr(stream);
    }
    fclose(file);
    return stream;
}

FILE *freopen64(const char *, const char *, FILE *) __attribute__((alias("freopen")));
