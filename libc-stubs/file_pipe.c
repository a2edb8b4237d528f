/* Pipes; see file.h. One holds 64 KiB. Reading an empty one waits, and so does writing
 * until there is room for all that is written, or for PIPE_BUF bytes of it. */
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIPE_BYTES = 65536, PAGE = 4096, PIPE_BYTES_MAX = 1 << 20 };

static size_t room_of(const struct augur_inode *pipe)
{
    return pipe->size < pipe->capacity ? pipe->capacity - pipe->size : 0;
}

/* Tells those who wait. */
static void refresh(struct augur_inode *pipe, unsigned news)
{
    pipe->ready = pipe->size > 0 || pipe->writers == 0;
    for (struct augur_need *need = pipe->needs; need; need = need->next)
        need->is_missing = pipe->readers && room_of(pipe) < need->bytes;
    if (pipe->watches)
        augur_poll_tell(pipe, news);
}

struct augur_inode *augur_pipe_new(void)
{
    struct augur_inode *pipe = augur_file_new(AUGUR_PIPE, 0600);
    pipe->capacity = PIPE_BYTES;
    pipe->readers = pipe->writers = 1;
    return pipe;
}

void augur_pipe_close(struct augur_inode *pipe, int is_writer)
{
    if (is_writer)
        pipe->writers--;
    else
        pipe->readers--;
    if (!pipe->readers && !pipe->writers) {    /* Nobody will read what is left. */
        pipe->data = NULL;
        pipe->size = pipe->room = 0;
    }
    refresh(pipe, ~0u);
}

/* As Linux does it: whole pages, and as many as a power of two. */
int augur_pipe_size(struct augur_inode *pipe, long bytes)
{
    if (bytes) {
        if (bytes < 0)
            return augur_fail(EINVAL);
        if (bytes > PIPE_BYTES_MAX)
            return augur_fail(EPERM);
        size_t capacity = PAGE;
        while (capacity < (size_t)bytes)
            capacity *= 2;
        if (capacity < pipe->size)
            return augur_fail(EBUSY);
        pipe->capacity = capacity;
        refresh(pipe, POLLOUT | POLLWRNORM);
    }
    return (int)pipe->capacity;
}

/* Waits until the word is 0, or is not. 0, or what the call returns. A handler ends it, and
 * so does cancellation. */
static ssize_t wait_for(struct augur_inode *pipe, const unsigned *word, int op)
{
    __augur_wait(word, ~0u, 0, op, pipe->special ? "socket" : "pipe", pipe, NULL, augur_interruption());
    int is_over = (op == AUGUR_EQ) == (*word == 0);
    if (augur_is_cancelled_or(is_over))
        return AUGUR_CANCELLED;
    return augur_was_interrupted(is_over) ? augur_fail(EINTR) : 0;
}

ssize_t augur_pipe_read(struct augur_open *open, char *buffer, size_t size)
{
    struct augur_inode *pipe = open->inode;
    if (!size)
        return 0;
    refresh(pipe, 0);
    if (!pipe->ready) {
        if (open->flags & O_NONBLOCK)
            return augur_fail(EAGAIN);
        ssize_t failed = wait_for(pipe, &pipe->ready, AUGUR_NE);
        if (failed)
            return failed;
    }
    if (size > pipe->size)
        size = pipe->size;
    if (!size)
        return 0;
    __divine_memcpy(buffer, pipe->data, size);
    __divine_memcpy(pipe->data, pipe->data + size, pipe->size - size);
    augur_file_resize(pipe, pipe->size - size);
    if (!pipe->size) {    /* What was in it once makes no difference. */
        pipe->data = NULL;
        pipe->room = 0;
    }
    refresh(pipe, POLLOUT | POLLWRNORM);
    return (ssize_t)size;
}

/* 0, or what the call returns. */
static ssize_t wait_for_room(struct augur_inode *pipe, size_t bytes)
{
    struct augur_need **at = &pipe->needs;
    while (*at && (*at)->bytes < bytes)
        at = &(*at)->next;
    if (!*at || (*at)->bytes != bytes) {
        struct augur_need *new = __augur_alloc(sizeof *new, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
        new->bytes = bytes;
        new->next = *at;
        *at = new;
    }
    struct augur_need *need = *at;
    need->waiting++;
    need->is_missing = 1;
    ssize_t failed = wait_for(pipe, &need->is_missing, AUGUR_EQ);
    if (!--need->waiting) {
        for (at = &pipe->needs; *at != need; at = &(*at)->next)
            ;
        *at = need->next;
    }
    return failed;
}

/* Whoever does not wait writes what fits, if it is too much to be written in one piece. */
static ssize_t amount_now(struct augur_inode *pipe, size_t size)
{
    size_t room = room_of(pipe);
    if (room >= size)
        return (ssize_t)size;
    return size <= PIPE_BUF || !room ? augur_fail(EAGAIN) : (ssize_t)room;
}

ssize_t augur_pipe_write(struct augur_open *open, const char *bytes, size_t size, int *is_part)
{
    struct augur_inode *pipe = open->inode;
    if (!size)
        return 0;
    if (pipe->readers && open->flags & O_NONBLOCK) {
        ssize_t now = amount_now(pipe, size);
        if (now < 0)
            return now;
        size = (size_t)now;
    } else {
        *is_part = size > PIPE_BUF;
        if (*is_part)
            size = PIPE_BUF;
        int must_wait = pipe->readers && room_of(pipe) < size;
        ssize_t failed = must_wait ? wait_for_room(pipe, size) : 0;
        if (failed)
            return failed;
    }
    if (!pipe->readers)
        return AUGUR_BROKEN_PIPE;
    size_t old = pipe->size;
    augur_file_resize(pipe, old + size);
    if (size)
        __divine_memcpy(pipe->data + old, bytes, size);
    refresh(pipe, POLLIN | POLLRDNORM);
    return (ssize_t)size;
}

/* ---- pipes with names ------------------------------------------------- */

/* Somebody who opens one end and waits for the other. */
struct augur_meeting {
    struct augur_meeting *next;
    int waits_for_writer;
    unsigned has_come;
};

static void meet(struct augur_inode *pipe, int is_writer)
{
    for (struct augur_meeting *one = pipe->meetings; one; one = one->next)
        if (one->waits_for_writer == is_writer)
            one->has_come = 1;
}

/* 0, or what open returns. */
static int wait_for_other_end(struct augur_inode *pipe, int waits_for_writer)
{
    struct augur_meeting *own = __augur_alloc(sizeof *own, 16, AUGUR_ZEROED | AUGUR_INTERNAL), **at;
    own->waits_for_writer = waits_for_writer;
    own->next = pipe->meetings;
    pipe->meetings = own;
    ssize_t failed = wait_for(pipe, &own->has_come, AUGUR_NE);
    for (at = &pipe->meetings; *at != own; at = &(*at)->next)
        ;
    *at = own->next;
    return (int)failed;
}

int augur_pipe_open(struct augur_inode *pipe, int flags)
{
    int reads = (flags & O_ACCMODE) != O_WRONLY, writes = (flags & O_ACCMODE) != O_RDONLY, failed = 0;
    if (writes && !reads && !pipe->readers && flags & O_NONBLOCK)
        return augur_fail(ENXIO);
    pipe->readers += (unsigned)reads;
    pipe->writers += (unsigned)writes;
    if (reads)
        meet(pipe, 0);
    if (writes)
        meet(pipe, 1);
    refresh(pipe, ~0u);
    unsigned others = reads ? pipe->writers : pipe->readers;
    if (reads != writes && !others && !(flags & O_NONBLOCK))
        failed = wait_for_other_end(pipe, reads);
    if (failed)
        augur_pipe_close(pipe, writes);
    return failed;
}

/* posix: mkfifo mkfifoat
 * explored: one action; opening one end waits for the other, with O_NONBLOCK it does not (ENXIO for
 *   writers). What is in it is gone when the last end is closed.
 * faults: io, eintr (open)
 * accesses: r the path.
 * tests: pipes/named.c pipes/named_ok.c pipes/named_alone.c */
MASKED int mkfifoat(int directory, const char *path, mode_t mode)
{
    __divine_interrupt_mask();
    struct augur_name name;
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(ENOSPC);
    if (augur_file_find(directory, path, AUGUR_FIND_LINK, &name))
        return augur_fail(EEXIST);
    if (!name.directory)
        return -1;
    int error = name.text[name.length] ? ENOENT : augur_file_no_entry(&name);
    if (error)
        return augur_fail(error);
    struct augur_inode *pipe = augur_file_new(AUGUR_PIPE, augur_file_mode(mode));
    pipe->capacity = PIPE_BYTES;
    augur_file_enter(&name, pipe);
    return 0;
}

int mkfifo(const char *path, mode_t mode) { return mkfifoat(AT_FDCWD, path, mode); }

/* ---- making ----------------------------------------------------------- */

static MASKED int new_pipe(int ends[2], int flags)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EMFILE);
    struct augur_inode *pipe = augur_pipe_new();
    int kept = flags & O_NONBLOCK, close_on_exec = (flags & O_CLOEXEC) != 0;
    int in = augur_file_install(augur_open_new(pipe, O_RDONLY | kept), 0, close_on_exec);
    if (in < 0)
        return -1;
    int out = augur_file_install(augur_open_new(pipe, O_WRONLY | kept), 0, close_on_exec);
    if (out < 0) {
        augur_file_release(in);
        return -1;
    }
    ends[0] = in;
    ends[1] = out;
    return 0;
}

/* posix: pipe pipe2
 * explored: a pipe holds 65536 bytes, or as many as F_SETPIPE_SZ says.
 * left out: the pages that Linux fills with single writes, so that small ones may find it
 *   full earlier.
 * faults: io
 * accesses: ends w
 * tests: pipes/full.c pipes/full_ok.c pipes/size_ok.c faults/io_calls_ok.c races:pipe */
int pipe2(int ends[2], int flags)
{
    int own[2], result = new_pipe(own, flags);
    if (!result) {
        ends[0] = own[0];
        ends[1] = own[1];
    }
    return result;
}

int pipe(int ends[2]) { return pipe2(ends, 0); }
