/* What can put a file in the place of standard output. These functions have a file
 * of their own, so that others can ask whether the program names them; see file.h. */
#include "stream.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

/* posix: close dup2 dup3 freopen
 * explored: a descriptor of standard output stands for what it is made to stand for, or is
 *   closed.
 * left out: freopen without a path.
 * faults: io, after which the descriptor is closed all the same
 * tests: files/close_output.c files/close_output_ok.c files/redirect_ok.c
 *   streams/not_flushed_stdout.c faults/io_calls.c faults/io_calls_ok.c */
int close(int fd)
{
    pthread_testcancel();
    return augur_file_close(fd);
}

static int duplicate(int fd, int to, int close_on_exec)
{
    return augur_fault(AUGUR_FAULT_IO) ? augur_fail(EBUSY) : augur_dup_to(fd, to, close_on_exec);
}

int dup2(int fd, int to) { return duplicate(fd, to, 0); }

int dup3(int fd, int to, int flags)
{
    return fd == to ? augur_fail(EINVAL) : duplicate(fd, to, (flags & O_CLOEXEC) != 0);
}

/* The stream stays where it is; what its descriptor stands for changes. What could not be
 * written before is lost. */
MASKED FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_enter(stream);
    int fd = s->file._fileno;
    if (!path || fd < 0)
        __augur_unsupported("freopen without a path, or of a stream in memory");
    augur_stream_settle(s);
    augur_stream_drop(s);
    FILE *file = fopen(path, mode);
    if (!file)
        return NULL;
    augur_dup_to(file->_fileno, fd, 0);
    s->flags = ((struct augur_stream *)file)->flags;
    s->file._flags &= ~(AUGUR_STREAM_EOF | AUGUR_STREAM_ERROR);
    fclose(file);
    return stream;
}

FILE *freopen64(const char *, const char *, FILE *) __attribute__((alias("freopen")));
