/* What can put a file in the place of standard output. These functions have a file
 * of their own, so that others can ask whether the program names them; see file.h. */
#include "stream.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

/* posix: close dup2 dup3 freopen
 * explored: a descriptor of standard output stands for what it is made to stand for, or is
 *   closed. freopen may act on a cancellation, or not.
 * left out: freopen without a path of a pipe (`unsupported`).
 * faults: io, after which the descriptor is closed all the same
 * tests: files/close_output.c files/close_output_ok.c files/redirect_ok.c files/reopen*.c
 *   streams/not_flushed_stdout.c faults/io_calls.c faults/io_calls_ok.c cancel/stream_opened.c */
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

/* The file, or what the stream is about anyway with another mode. */
static int open_for(const char *path, int fd, int flags)
{
    int result = path ? augur_file_open_path(AT_FDCWD, path, flags, 0666) : augur_file_open_again(fd, flags);
    if (result == AUGUR_CANCELLED)
        __augur_unsupported("freopen of a pipe with a name, cancelled while it waits for the other end");
    return result;
}

/* The stream stays where it is; what its descriptor stands for changes. What could not be
 * written before is lost. */
static MASKED FILE *reopen(const char *path, const char *mode, FILE *stream)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_enter(stream);
    int fd = s->file._fileno, flags = augur_stream_flags(mode);
    if (fd < 0)
        __augur_unsupported("freopen of a stream in memory");
    if (flags < 0)
        return NULL;
    augur_stream_settle(s);
    if (s->is_left)
        return NULL;
    augur_stream_drop(s);
    int new = open_for(path, fd, flags);
    if (new < 0)
        return NULL;
    augur_dup_to(new, fd, 0);
    augur_file_close(new);
    s->flags = flags;
    s->file._flags &= ~AUGUR_STREAM_BOTH;
    return stream;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    augur_may_cancel();
    FILE *result = reopen(path, mode, stream);
    augur_stream_end();
    return result;
}

FILE *freopen64(const char *, const char *, FILE *) __attribute__((alias("freopen")));
