/* Descriptors: <fcntl.h>, and the part of <unistd.h> and <sys/uio.h> that moves
 * bytes. See file.h.
 *
 * Each call is one atomic step on the file, as POSIX wants it for regular files.
 * Reading an empty pipe waits, and so does writing to a full one. */
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/uio.h>
#include <unistd.h>

enum { DESCRIPTORS_MAX = 1024, GROW = 4, PIPE_BYTES = 65536 };
#define FILE_BYTES_MAX ((size_t)1 << 28)

struct slot {
    struct augur_open *open;
    int close_on_exec;
};
static struct slot *slots;
static int slots_size;

/* ---- straight output -------------------------------------------------- */

#pragma weak dup2
#pragma weak dup3
#pragma weak freopen
#pragma weak freopen64

int augur_is_redirected(void) { return dup2 || dup3 || freopen || freopen64; }

static int is_output(int fd) { return (fd == 1 || fd == 2) && !augur_is_redirected(); }

/* ---- the table -------------------------------------------------------- */

static void grow(int size)
{
    struct slot *block =
        __augur_alloc((size_t)size * sizeof *block, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    if (slots_size)
        __divine_memcpy(block, slots, (size_t)slots_size * sizeof *block);
    slots = block;
    slots_size = size;
}

static struct augur_open *new_open(struct augur_inode *inode, int flags)
{
    struct augur_open *open = __augur_alloc(sizeof *open, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    open->inode = inode;
    open->flags = flags;
    return open;
}

static void start(void)
{
    grow(GROW);
    struct augur_inode *input = augur_file_new(AUGUR_REGULAR, 0600);
    size_t size = __augur_given_length(AUGUR_GIVEN_STDIN, 0);
    augur_file_resize(input, size);
    if (size)
        __augur_given_copy(AUGUR_GIVEN_STDIN, 0, input->data);
    slots[0].open = new_open(input, O_RDONLY);
    struct augur_inode *output = augur_file_new(AUGUR_OUTPUT, 0600);
    for (int fd = 1; fd <= 2; fd++) {
        slots[fd].open = new_open(output, O_WRONLY);
        slots[fd].open->output = fd;
    }
    for (int fd = 0; fd <= 2; fd++)
        slots[fd].open->users = 1;
}

struct augur_open *augur_file_open(int fd)
{
    if (!slots)
        start();
    struct augur_open *open = fd >= 0 && fd < slots_size ? slots[fd].open : NULL;
    if (!open)
        errno = EBADF;
    return open;
}

int augur_file_install(struct augur_open *open, int lowest, int close_on_exec)
{
    if (!slots)
        start();
    int fd = lowest;
    while (fd < slots_size && slots[fd].open)
        fd++;
    if (fd >= DESCRIPTORS_MAX)
        return augur_fail(EMFILE);
    if (is_output(fd))
        __augur_unsupported("opening a file in the place of standard output or standard error");
    if (fd >= slots_size)
        grow(fd / GROW * GROW + GROW);
    slots[fd] = (struct slot){ open, close_on_exec };
    open->users++;
    return fd;
}

static void refresh(struct augur_inode *pipe)
{
    pipe->ready = pipe->size > 0 || pipe->writers == 0;
    pipe->full = pipe->size >= PIPE_BYTES && pipe->readers > 0;
}

static int can_write(const struct augur_open *open)
{
    return (open->flags & O_ACCMODE) != O_RDONLY;
}

static int can_read(const struct augur_open *open)
{
    return (open->flags & O_ACCMODE) != O_WRONLY;
}

static void release(int fd)
{
    struct augur_open *open = slots[fd].open;
    slots[fd] = (struct slot){ 0 };
    if (--open->users)
        return;
    if (open->inode->kind == AUGUR_PIPE) {
        if (can_write(open))
            open->inode->writers--;
        else
            open->inode->readers--;
        refresh(open->inode);
    }
}

MASKED int augur_file_close(int fd)
{
    __divine_interrupt_mask();
    if (!augur_file_open(fd))
        return -1;
    release(fd);
    return 0;
}

int close(int fd)
{
    pthread_testcancel();
    return augur_file_close(fd);
}

/* ---- contents --------------------------------------------------------- */

size_t augur_file_size(const struct augur_inode *inode)
{
    return inode->given ? __augur_given_length(AUGUR_GIVEN_CONTENTS, inode->given - 1)
                        : inode->size;
}

void augur_file_load(struct augur_inode *inode)
{
    if (!inode->given)
        return;
    int index = inode->given - 1;
    inode->given = 0;
    augur_file_resize(inode, __augur_given_length(AUGUR_GIVEN_CONTENTS, index));
    if (inode->size)
        __augur_given_copy(AUGUR_GIVEN_CONTENTS, index, inode->data);
}

/* New bytes are 0, and so is everything behind the end. */
void augur_file_resize(struct augur_inode *inode, size_t size)
{
    augur_file_load(inode);
    if (size > FILE_BYTES_MAX)
        __augur_unsupported("a file of more than 256 MiB");
    if (size > inode->room) {
        size_t room = size > 2 * inode->room ? size : 2 * inode->room;
        char *data = __augur_alloc(room, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
        if (inode->size)
            __divine_memcpy(data, inode->data, inode->size);
        inode->data = data;
        inode->room = room;
    }
    for (size_t i = size; i < inode->size; i++)
        inode->data[i] = 0;
    inode->size = size;
}

/* ---- opening ---------------------------------------------------------- */

MASKED int augur_file_open_path(const char *path, int flags, mode_t mode)
{
    __divine_interrupt_mask();
    struct augur_inode *parent;
    const char *last;
    if (augur_fault(AUGUR_FAULT_EINTR))
        return augur_fail(EINTR);
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = augur_file_find(path, &parent, &last);
    if (inode && flags & O_CREAT && flags & O_EXCL)
        return augur_fail(EEXIST);
    if (inode && inode->kind == AUGUR_DIRECTORY &&
        ((flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT))
        return augur_fail(EISDIR);
    if (inode && inode->kind != AUGUR_DIRECTORY && flags & O_DIRECTORY)
        return augur_fail(ENOTDIR);
    int wanted = ((flags & O_ACCMODE) != O_WRONLY ? R_OK : 0) |
                 ((flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC ? W_OK : 0);
    if (inode && augur_file_refuses(inode, wanted))
        return augur_fail(EACCES);
    if (!inode) {
        if (!parent || !(flags & O_CREAT))
            return -1;
        if (augur_file_refuses(parent, W_OK))
            return augur_fail(EACCES);
        size_t length = 0;
        while (last[length] && last[length] != '/')
            length++;
        inode = augur_file_new(AUGUR_REGULAR, augur_file_mode(mode));
        augur_file_enter(parent, last, length, inode);
    } else if (flags & O_TRUNC && inode->kind == AUGUR_REGULAR)
        augur_file_resize(inode, 0);
    augur_file_load(inode);
    int kept = flags & (O_ACCMODE | O_APPEND | O_NONBLOCK | O_SYNC | O_DIRECTORY);
    return augur_file_install(new_open(inode, kept), 0, (flags & O_CLOEXEC) != 0);
}

static int open_path(const char *path, int flags, mode_t mode)
{
    pthread_testcancel();
    return augur_file_open_path(path, flags, mode);
}

static mode_t mode_of(int flags, va_list arguments)
{
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_path(path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    if (directory != AT_FDCWD && *path != '/')
        __augur_unsupported("a path relative to a directory's descriptor");
    return open_path(path, flags, mode);
}

int creat(const char *path, mode_t mode)
{
    return open_path(path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

static MASKED int new_pipe(int ends[2], int flags)
{
    __divine_interrupt_mask();
    struct augur_inode *pipe = augur_file_new(AUGUR_PIPE, 0600);
    int kept = flags & O_NONBLOCK, close_on_exec = (flags & O_CLOEXEC) != 0;
    int in = augur_file_install(new_open(pipe, O_RDONLY | kept), 0, close_on_exec);
    if (in < 0)
        return -1;
    int out = augur_file_install(new_open(pipe, O_WRONLY | kept), 0, close_on_exec);
    if (out < 0) {
        release(in);
        return -1;
    }
    pipe->readers = pipe->writers = 1;
    ends[0] = in;
    ends[1] = out;
    return 0;
}

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

/* ---- duplicates ------------------------------------------------------- */

static MASKED int duplicate(int fd, int lowest, int close_on_exec)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    return open ? augur_file_install(open, lowest, close_on_exec) : -1;
}

int dup(int fd) { return duplicate(fd, 0, 0); }

MASKED int augur_dup_to(int fd, int to, int close_on_exec)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    if (to < 0 || to >= DESCRIPTORS_MAX)
        return augur_fail(EBADF);
    if (fd == to)
        return to;
    if (to < slots_size && slots[to].open)
        release(to);
    return augur_file_install(open, to, close_on_exec);
}

MASKED static int control(int fd, int command, long argument)
{
    __divine_interrupt_mask();
    enum { CHANGEABLE = O_APPEND | O_NONBLOCK };
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    switch (command) {
    case F_DUPFD: return augur_file_install(open, (int)argument, 0);
    case F_DUPFD_CLOEXEC: return augur_file_install(open, (int)argument, 1);
    case F_GETFD: return slots[fd].close_on_exec ? FD_CLOEXEC : 0;
    case F_SETFD: return slots[fd].close_on_exec = (argument & FD_CLOEXEC) != 0, 0;
    case F_GETFL: return open->flags;
    case F_SETFL:
        open->flags = (open->flags & ~CHANGEABLE) | ((int)argument & CHANGEABLE);
        return 0;
    /* Locks are between processes, and there is one. */
    case F_SETLK: case F_SETLKW: return 0;
    case F_GETLK: ((struct flock *)argument)->l_type = F_UNLCK; return 0;
    default: __augur_unsupported("fcntl with this command");
    }
}

int fcntl(int fd, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    long argument = command == F_GETFD || command == F_GETFL ? 0 : va_arg(arguments, long);
    va_end(arguments);
    return control(fd, command, argument);
}

/* ---- reading ---------------------------------------------------------- */

static ssize_t read_pipe(struct augur_open *open, char *buffer, size_t size,
                         const unsigned *alarm)
{
    struct augur_inode *pipe = open->inode;
    refresh(pipe);
    if (!pipe->ready) {
        if (open->flags & O_NONBLOCK)
            return augur_fail(EAGAIN);
        __augur_wait(&pipe->ready, ~0u, 0, AUGUR_NE, "pipe", pipe, NULL, alarm);
        if (!pipe->ready)
            return AUGUR_CANCELLED;
    }
    if (size > pipe->size)
        size = pipe->size;
    if (!size)
        return 0;
    __divine_memcpy(buffer, pipe->data, size);
    __divine_memcpy(pipe->data, pipe->data + size, pipe->size - size);
    augur_file_resize(pipe, pipe->size - size);
    refresh(pipe);
    return (ssize_t)size;
}

static ssize_t read_file(struct augur_inode *inode, long offset, char *buffer, size_t size)
{
    if ((size_t)offset >= inode->size)
        return 0;
    if (size > inode->size - (size_t)offset)
        size = inode->size - (size_t)offset;
    __divine_memcpy(buffer, inode->data + offset, size);
    return (ssize_t)size;
}

/* A call that goes wrong, or stops half-way: 0, or what it returns. */
static ssize_t spoil(size_t *size, int error)
{
    if (augur_fault(AUGUR_FAULT_EINTR))
        return augur_fail(EINTR);
    if (*size && augur_fault(AUGUR_FAULT_IO)) {
        if (*size == 1 || __divine_choice(2))
            return augur_fail(error);
        *size /= 2;
    }
    return 0;
}

/* Where to read or write: at an offset, or where the last call ended. A stream does
 * the latter too, but its calls are no cancellation points, and what can go wrong
 * with them is decided once for each call of the user. */
enum { ON = -1, ON_FOR_STREAM = -2 };

static MASKED ssize_t read_at(int fd, void *buffer, size_t size, long offset)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    if (offset != ON_FOR_STREAM && augur_is_cancelled())
        return AUGUR_CANCELLED;
    if (!can_read(open))
        return augur_fail(EBADF);
    if (offset != ON_FOR_STREAM && spoil(&size, EIO))
        return -1;
    switch (open->inode->kind) {
    case AUGUR_DIRECTORY: return augur_fail(EISDIR);
    case AUGUR_PIPE:
        return offset >= 0 ? augur_fail(ESPIPE)
                           : read_pipe(open, buffer, size, offset == ON ? augur_alarm() : NULL);
    case AUGUR_NULL: return 0;
    default: break;
    }
    if (offset >= 0)
        return read_file(open->inode, offset, buffer, size);
    ssize_t done = read_file(open->inode, open->offset, buffer, size);
    open->offset += done;
    return done;
}

static ssize_t or_cancel(ssize_t result)
{
    if (result == AUGUR_CANCELLED)
        augur_cancel_now();
    return result;
}

ssize_t augur_file_read(int fd, void *buffer, size_t size)
{
    return read_at(fd, buffer, size, ON_FOR_STREAM);
}

static ssize_t read_and_tell(int fd, void *buffer, size_t size, long offset)
{
    ssize_t done = or_cancel(read_at(fd, buffer, size, offset));
    if (done > 0)
        augur_writes(buffer, (size_t)done);
    return done;
}

ssize_t read(int fd, void *buffer, size_t size) { return read_and_tell(fd, buffer, size, ON); }

ssize_t pread(int fd, void *buffer, size_t size, off_t offset)
{
    return offset < 0 ? augur_fail(EINVAL) : read_and_tell(fd, buffer, size, offset);
}

ssize_t readv(int fd, const struct iovec *parts, int count)
{
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t done = read(fd, parts[i].iov_base, parts[i].iov_len);
        if (done < 0)
            return total ? total : done;
        total += done;
        if ((size_t)done < parts[i].iov_len)
            break;
    }
    return total;
}

/* ---- writing ---------------------------------------------------------- */

enum { BROKEN_PIPE = -1001 };

static ssize_t write_pipe(struct augur_open *open, const char *bytes, size_t size,
                          const unsigned *alarm)
{
    struct augur_inode *pipe = open->inode;
    if (!pipe->readers)
        return BROKEN_PIPE;
    if (pipe->full) {
        if (open->flags & O_NONBLOCK)
            return augur_fail(EAGAIN);
        __augur_wait(&pipe->full, ~0u, 0, AUGUR_EQ, "pipe", pipe, NULL, alarm);
        if (pipe->full)
            return AUGUR_CANCELLED;
        if (!pipe->readers)
            return BROKEN_PIPE;
    }
    if (size > PIPE_BYTES)
        __augur_unsupported("writing more than 64 KiB to a pipe at once");
    size_t old = pipe->size;
    augur_file_resize(pipe, old + size);
    if (size)
        __divine_memcpy(pipe->data + old, bytes, size);
    refresh(pipe);
    return (ssize_t)size;
}

static ssize_t write_file(struct augur_inode *inode, long offset, const char *bytes, size_t size)
{
    if (!size)
        return 0;
    if ((size_t)offset + size > inode->size)
        augur_file_resize(inode, (size_t)offset + size);
    __divine_memcpy(inode->data + offset, bytes, size);
    return (ssize_t)size;
}

static MASKED ssize_t write_at(int fd, const void *bytes, size_t size, long offset)
{
    __divine_interrupt_mask();
    if (offset != ON_FOR_STREAM && augur_is_cancelled())
        return AUGUR_CANCELLED;
    if (is_output(fd)) {
        if (offset != ON_FOR_STREAM && spoil(&size, ENOSPC))
            return -1;
        __augur_write(fd, bytes, size);
        return (ssize_t)size;
    }
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    if (!can_write(open))
        return augur_fail(EBADF);
    if (offset != ON_FOR_STREAM && spoil(&size, ENOSPC))
        return -1;
    switch (open->inode->kind) {
    case AUGUR_OUTPUT: __augur_write(open->output, bytes, size); return (ssize_t)size;
    case AUGUR_PIPE:
        return offset >= 0 ? augur_fail(ESPIPE)
                           : write_pipe(open, bytes, size, offset == ON ? augur_alarm() : NULL);
    case AUGUR_NULL: return (ssize_t)size;
    default: break;
    }
    if (offset >= 0)
        return write_file(open->inode, offset, bytes, size);
    if (open->flags & O_APPEND)
        open->offset = (long)open->inode->size;
    ssize_t done = write_file(open->inode, open->offset, bytes, size);
    open->offset += done;
    return done;
}

/* Nobody reads any more: the signal comes first, then the error. */
static ssize_t complain(ssize_t result)
{
    if (result != BROKEN_PIPE)
        return result;
    raise(SIGPIPE);
    return augur_fail(EPIPE);
}

ssize_t augur_file_write(int fd, const void *bytes, size_t size)
{
    return complain(write_at(fd, bytes, size, ON_FOR_STREAM));
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    return or_cancel(complain(write_at(fd, bytes, size, ON)));
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
    return offset < 0 ? augur_fail(EINVAL) : or_cancel(write_at(fd, bytes, size, offset));
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t done = write(fd, parts[i].iov_base, parts[i].iov_len);
        if (done < 0)
            return total ? total : done;
        total += done;
        if ((size_t)done < parts[i].iov_len)
            break;
    }
    return total;
}

/* ---- positions and the rest ------------------------------------------- */

MASKED long augur_file_seek(int fd, long offset, int whence)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    if (open->inode->kind == AUGUR_PIPE || open->inode->kind == AUGUR_OUTPUT)
        return augur_fail(ESPIPE);
    long base = whence == SEEK_SET ? 0
                : whence == SEEK_CUR ? open->offset
                                     : (long)augur_file_size(open->inode);
    if (whence < SEEK_SET || whence > SEEK_END || base + offset < 0)
        return augur_fail(EINVAL);
    return open->offset = base + offset;
}

off_t lseek(int fd, off_t offset, int whence) { return augur_file_seek(fd, offset, whence); }

MASKED int ftruncate(int fd, off_t size)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    if (!can_write(open) || open->inode->kind != AUGUR_REGULAR || size < 0)
        return augur_fail(EINVAL);
    augur_file_resize(open->inode, (size_t)size);
    return 0;
}

static MASKED int is_open(int fd)
{
    __divine_interrupt_mask();
    return augur_file_open(fd) != NULL;
}

int isatty(int fd)
{
    if (is_output(fd) || is_open(fd))
        errno = ENOTTY;
    return 0;
}

int fsync(int fd)
{
    pthread_testcancel();
    return is_output(fd) || is_open(fd) ? 0 : -1;
}

int fdatasync(int fd) { return fsync(fd); }

void sync(void) {}

/* Locks are between processes, and there is one; advice changes nothing. */
int flock(int fd, int operation) { return (void)operation, fsync(fd); }
int lockf(int fd, int command, off_t size) { return (void)command, (void)size, fsync(fd); }

int posix_fadvise(int fd, off_t offset, off_t size, int advice)
{
    (void)offset, (void)size, (void)advice;
    return fsync(fd) ? EBADF : 0;
}

/* ---- names for large files -------------------------------------------- */

int open64(const char *, int, ...) __attribute__((alias("open")));
int openat64(int, const char *, int, ...) __attribute__((alias("openat")));
int creat64(const char *, mode_t) __attribute__((alias("creat")));
int fcntl64(int, int, ...) __attribute__((alias("fcntl")));
off64_t lseek64(int, off64_t, int) __attribute__((alias("lseek")));
ssize_t pread64(int, void *, size_t, off64_t) __attribute__((alias("pread")));
ssize_t pwrite64(int, const void *, size_t, off64_t) __attribute__((alias("pwrite")));
int ftruncate64(int, off64_t) __attribute__((alias("ftruncate")));
