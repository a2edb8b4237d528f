/* Descriptors: <fcntl.h>, and the part of <unistd.h> that moves bytes. See file.h.
 *
 * Each call is one atomic step on the file, as POSIX wants it for regular files.
 * Pipes are in file_pipe.c, several parts at once in file_parts.c, locks in
 * file_lock.c. */
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DESCRIPTORS_MAX = 1024, GROW = 4 };
#define FILE_BYTES_MAX ((size_t)1 << 28)

struct slot {
    struct augur_open *open;
    int close_on_exec;
};
static struct slot *slots;
static int slots_size;

/* ---- straight output -------------------------------------------------- */

static int output_moved;

__attribute__((noinline)) int augur_is_output_moved(void) { return output_moved; }

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

struct augur_open *augur_open_new(struct augur_inode *inode, int flags)
{
    struct augur_open *open = __augur_alloc(sizeof *open, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    augur_file_keep(inode, 1);
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
    slots[0].open = augur_open_new(input, O_RDONLY);
    struct augur_inode *output = augur_file_new(AUGUR_OUTPUT, 0600);
    for (int fd = 1; fd <= 2; fd++) {
        slots[fd].open = augur_open_new(output, O_WRONLY);
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
    if (fd >= slots_size)
        grow(fd / GROW * GROW + GROW);
    slots[fd] = (struct slot){ open, close_on_exec };
    open->users++;
    return fd;
}

static int can_write(const struct augur_open *open)
{
    return (open->flags & O_ACCMODE) != O_RDONLY;
}

static int can_read(const struct augur_open *open)
{
    return (open->flags & O_ACCMODE) != O_WRONLY;
}

void augur_file_release(int fd)
{
    struct augur_open *open = slots[fd].open;
    slots[fd] = (struct slot){ 0 };
    if (fd == 1 || fd == 2)
        output_moved = 1;
    if (--open->users)
        return;
    augur_poll_forget(open);
    augur_lock_drop(open);
    augur_range_drop(open);
    if (open->inode->kind == AUGUR_PIPE) {
        if (can_read(open))
            augur_pipe_close(open->inode, 0);
        if (can_write(open))
            augur_pipe_close(open->inode, 1);
    }
    if (open->inode->kind == AUGUR_SOCKET)
        augur_socket_close(open->inode);
    if (augur_has_signal_files() && open->inode->kind == AUGUR_SIGNALS)
        augur_signals_close(open->inode);
    augur_file_keep(open->inode, -1);
}

/* The descriptor is gone even if that fails. */
MASKED int augur_file_close(int fd)
{
    __divine_interrupt_mask();
    if (!augur_file_open(fd))
        return -1;
    augur_file_release(fd);
    return augur_fault(AUGUR_FAULT_IO) ? augur_fail(EIO) : 0;
}

int augur_file_may_wait(int fd)
{
    int saved = errno;
    struct augur_open *open = is_output(fd) ? NULL : augur_file_open(fd);
    errno = saved;
    if (!open)
        return 0;
    int kind = open->inode->kind;
    return kind == AUGUR_PIPE || kind == AUGUR_SOCKET || kind == AUGUR_EVENT || kind == AUGUR_TIMER ||
           kind == AUGUR_SIGNALS;
}

/* ---- contents --------------------------------------------------------- */

size_t augur_file_size(const struct augur_inode *inode)
{
    return inode->given ? __augur_given_length(AUGUR_GIVEN_CONTENTS, inode->given - 1)
                        : inode->size;
}

/* New bytes are 0, and so is everything behind the end. */
static void set_size(struct augur_inode *inode, size_t size)
{
    if (size > FILE_BYTES_MAX)
        __augur_unsupported("a file of more than 256 MiB");
    if (inode->mapped && size > inode->room)
        __augur_unsupported("a mapped file that grows beyond its mapping");
    if (inode->mapped && size > inode->size) __builtin_memset(inode->data + inode->size, 0, size - inode->size);
    if (size > inode->room) {
        size_t room = size > 2 * inode->room ? size : 2 * inode->room;
        char *data = __augur_alloc(room, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
        if (inode->size)
            __divine_memcpy(data, inode->data, inode->size);
        inode->data = data;
        inode->room = room;
    }
    if (size < inode->size)
        __builtin_memset(inode->data + size, 0, inode->size - size);
    inode->size = size;
}

void augur_file_load(struct augur_inode *inode)
{
    if (!inode->given)
        return;
    int index = inode->given - 1;
    inode->given = 0;
    set_size(inode, __augur_given_length(AUGUR_GIVEN_CONTENTS, index));
    if (inode->size)
        __augur_given_copy(AUGUR_GIVEN_CONTENTS, index, inode->data);
}

/* Whoever changes a file undoes a time that was set. */
static void note_change(struct augur_inode *inode)
{
    if (inode->times)
        inode->times->modified = (struct timespec){ 0 };
}

void augur_file_resize(struct augur_inode *inode, size_t size)
{
    augur_file_load(inode);
    note_change(inode);
    set_size(inode, size);
}

/* ---- opening ---------------------------------------------------------- */

/* 0 if the file may be opened so. */
static int refuses(const struct augur_inode *inode, int flags)
{
    return augur_file_refuses(inode, ((flags & O_ACCMODE) != O_WRONLY ? R_OK : 0) |
                                         ((flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC ? W_OK : 0));
}

/* What open keeps of its flags. */
static int kept_of(int flags)
{
    return flags & (O_ACCMODE | O_APPEND | O_NONBLOCK | O_SYNC | O_DIRECTORY);
}

MASKED int augur_file_open_again(int fd, int flags)
{
    __divine_interrupt_mask();
    struct augur_open *old = augur_file_open(fd);
    if (!old)
        return -1;
    struct augur_inode *inode = old->inode;
    if (inode->kind == AUGUR_PIPE)
        __augur_unsupported("freopen without a path, of a pipe");
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    if (inode->kind == AUGUR_REGULAR && refuses(inode, flags))
        return augur_fail(EACCES);
    if (flags & O_TRUNC && inode->kind == AUGUR_REGULAR)
        augur_file_resize(inode, 0);
    struct augur_open *open = augur_open_new(inode, kept_of(flags));
    open->output = old->output;
    return augur_file_install(open, 0, (flags & O_CLOEXEC) != 0);
}

/* What open finds or makes; null, with errno set. */
static struct augur_inode *find_or_make(int directory, const char *path, int flags, mode_t mode)
{
    struct augur_name name;
    int makes = flags & O_CREAT, is_new = makes && flags & O_EXCL, error = 0;
    int follows = is_new || flags & O_NOFOLLOW ? AUGUR_FIND_LINK : AUGUR_FOLLOW;
    struct augur_inode *inode = augur_file_find(directory, path, follows, &name);
    if (!inode && (!makes || !name.directory))
        return NULL;
    if (inode && is_new)
        error = EEXIST;
    else if (!inode)
        error = name.text[name.length] ? EISDIR : augur_file_no_entry(&name);
    else if (inode->kind == AUGUR_DIRECTORY)
        error = (flags & O_ACCMODE) != O_RDONLY || makes ? EISDIR : 0;
    else if (flags & O_DIRECTORY)
        error = ENOTDIR;
    else if (inode->kind == AUGUR_LINK)
        error = ELOOP;
    if (!error && inode && refuses(inode, flags))
        error = EACCES;
    if (error) {
        errno = error;
        return NULL;
    }
    if (!inode) {
        inode = augur_file_new(AUGUR_REGULAR, augur_file_mode(mode));
        augur_file_enter(&name, inode);
    } else if (flags & O_TRUNC && inode->kind == AUGUR_REGULAR)
        augur_file_resize(inode, 0);
    return inode;
}

MASKED int augur_file_open_path(int directory, const char *path, int flags, mode_t mode)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_EINTR))
        return augur_fail(EINTR);
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    struct augur_inode *inode = find_or_make(directory, path, flags, mode);
    if (!inode)
        return -1;
    augur_file_load(inode);
    struct augur_open *open = augur_open_new(inode, kept_of(flags));
    int failed = inode->kind == AUGUR_PIPE ? augur_pipe_open(inode, flags) : 0;
    if (failed) {
        augur_file_keep(inode, -1);
        return failed;
    }
    return augur_file_install(open, 0, (flags & O_CLOEXEC) != 0);
}

static int open_path(int directory, const char *path, int flags, mode_t mode)
{
    pthread_testcancel();
    return augur_or_cancel(augur_file_open_path(directory, path, flags, mode));
}

static mode_t mode_of(int flags, va_list arguments)
{
    /* __O_TMPFILE is more than one bit, and O_DIRECTORY is among them. */
    int creates = flags & O_CREAT || (flags & __O_TMPFILE) == __O_TMPFILE;
    return creates ? va_arg(arguments, mode_t) : 0;
}

/* posix: open openat creat
 * explored: one action each; permissions as the files have them.
 * left out: files that others change.
 * faults: io eintr
 * accesses: r the path.
 * tests: files/unchecked.c files/permissions.c files/permissions_ok.c faults/io_calls.c
 *   faults/io_calls_ok.c files/links_ok.c races:open */
int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_path(AT_FDCWD, path, flags, mode);
}

int openat(int directory, const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_path(directory, path, flags, mode);
}

int creat(const char *path, mode_t mode)
{
    return open_path(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/* ---- duplicates ------------------------------------------------------- */

static MASKED int duplicate(int fd, int lowest, int close_on_exec)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (open && augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EMFILE);
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
        augur_file_release(to);
    if (to == 1 || to == 2)
        output_moved = 1;
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
    case F_DUPFD: return duplicate(fd, (int)argument, 0);
    case F_DUPFD_CLOEXEC: return duplicate(fd, (int)argument, 1);
    case F_GETPIPE_SZ: case F_SETPIPE_SZ:
        if (open->inode->kind != AUGUR_PIPE)
            return augur_fail(EBADF);
        return augur_pipe_size(open->inode, command == F_SETPIPE_SZ ? argument : 0);
    case F_GETFD: return slots[fd].close_on_exec ? FD_CLOEXEC : 0;
    case F_SETFD: return slots[fd].close_on_exec = (argument & FD_CLOEXEC) != 0, 0;
    case F_GETFL: return open->flags;
    case F_SETFL:
        open->flags = (open->flags & ~CHANGEABLE) | ((int)argument & CHANGEABLE);
        return 0;
    /* These locks are between processes, and there is one. */
    case F_SETLK: case F_SETLKW: return 0;
    case F_GETLK: ((struct flock *)argument)->l_type = F_UNLCK; return 0;
    case F_OFD_SETLK: case F_OFD_SETLKW:
        return augur_range_set(open, (const struct flock *)argument, command == F_OFD_SETLKW);
    case F_OFD_GETLK: return augur_range_ask(open, (struct flock *)argument);
    default: __augur_unsupported("fcntl with this command");
    }
}

/* The description of a lock is the program's. */
static int control_lock(int fd, int command, struct flock *lock)
{
    struct flock own = *lock;
    int result = augur_or_cancel(control(fd, command, (long)&own));
    if (!result && (command == F_GETLK || command == F_OFD_GETLK))
        *lock = own;
    return result;
}

/* posix: fcntl lockf
 * explored: duplicates, flags and the size of pipes, one action each. Locks of a process (F_SETLK,
 *   lockf) never conflict, since there is one process; those of open files (F_OFD_SETLK) do,
 *   byte by byte, and F_OFD_SETLKW waits.
 * left out: other processes; locks of which a part is given back by closing another descriptor of
 *   the file; signals, leases and the like (`unsupported`).
 * faults: io (F_DUPFD), eintr (F_OFD_SETLKW)
 * accesses: r the lock, w the lock that is asked for.
 * tests: files/lock_open*.c cancel/file_lock.c cancel/file_lock_ok.c pipes/size_ok.c pipes/nonblocking_short.c files/tree_ok.c */

/* posix: isatty posix_fadvise sync
 * explored: nothing is a terminal; advice does nothing.
 * left out: terminals.
 * accesses: none.
 * tests: files/no_terminal.c files/no_terminal_ok.c */
int fcntl(int fd, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    int is_question = command == F_GETFD || command == F_GETFL || command == F_GETPIPE_SZ;
    long argument = is_question ? 0 : va_arg(arguments, long);
    va_end(arguments);
    if (command == F_SETLKW || command == F_OFD_SETLKW)
        pthread_testcancel();
    if (command < F_GETLK || command > F_SETLKW)
        if (command < F_OFD_GETLK || command > F_OFD_SETLKW)
            return control(fd, command, argument);
    return control_lock(fd, command, (struct flock *)argument);
}

/* ---- reading ---------------------------------------------------------- */

static ssize_t read_file(struct augur_inode *inode, long offset, char *buffer, size_t size)
{
    if ((size_t)offset >= inode->size)
        return 0;
    if (size > inode->size - (size_t)offset)
        size = inode->size - (size_t)offset;
    __divine_memcpy(buffer, inode->data + offset, size);
    return (ssize_t)size;
}

size_t augur_short_count(size_t size)
{
    enum { ALL = 256 };    /* of a large part: the first half of these, and the last */
    if (size <= ALL)
        return (size_t)__divine_choice((int)size);
    int chosen = __divine_choice(ALL);
    return chosen < ALL / 2 ? (size_t)chosen : size - ALL + (size_t)chosen;
}

/* A call that goes wrong, or stops half-way: 0, or what it returns. */
static ssize_t spoil(size_t *size, int error)
{
    if (augur_fault(AUGUR_FAULT_EINTR))
        return augur_fail(EINTR);
    if (*size && augur_fault(AUGUR_FAULT_IO)) {
        *size = augur_short_count(*size);
        if (!*size)
            return augur_fail(error);
    }
    return 0;
}

/* Where to read or write: at an offset, or where the last call ended. A stream does
 * the latter too, but whether its calls are cancelled (unless they wait), and what can go
 * wrong with them, is decided once for each call of the user. Sockets can be told not to
 * wait, and not to send SIGPIPE. */
enum { ON_FOR_STREAM = -2, ON_QUIETLY = -3, ON_NOW = -4, ON_NOW_QUIETLY = -5 };

static int is_now(long offset) { return offset == ON_NOW || offset == ON_NOW_QUIETLY; }

static MASKED ssize_t read_at(int fd, void *buffer, size_t size, long offset)
{
    __divine_interrupt_mask();
    if (offset != ON_FOR_STREAM && augur_is_cancelled())
        return AUGUR_CANCELLED;
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    if (!can_read(open))
        return augur_fail(EBADF);
    struct augur_open now = *open;
    now.flags |= O_NONBLOCK;
    if (offset != ON_FOR_STREAM && spoil(&size, EIO))
        return -1;
    switch (open->inode->kind) {
    case AUGUR_DIRECTORY: return augur_fail(EISDIR);
    case AUGUR_PIPE:
        if (offset >= 0)
            return augur_fail(ESPIPE);
        return augur_pipe_read(open, buffer, size);
    case AUGUR_SOCKET:
        return offset >= 0 ? augur_fail(ESPIPE) : augur_socket_read(is_now(offset) ? &now : open, buffer, size);
    case AUGUR_EVENT:
        return offset >= 0 ? augur_fail(ESPIPE) : augur_event_read(open, buffer, size);
    case AUGUR_TIMER: case AUGUR_SIGNALS:
        if (offset >= 0)
            return augur_fail(ESPIPE);
        if (augur_has_timer_files() && open->inode->kind == AUGUR_TIMER)
            return augur_timer_read(open, buffer, size);
        return augur_has_signal_files() ? augur_signals_read(open, buffer, size) : 0;
    case AUGUR_EPOLL: return augur_fail(EINVAL);
    case AUGUR_NULL: return 0;
    case AUGUR_RANDOM: augur_random_bytes(buffer, size); return (ssize_t)size;
    default: break;
    }
    if (offset >= 0)
        return read_file(open->inode, offset, buffer, size);
    ssize_t done = read_file(open->inode, open->offset, buffer, size);
    open->offset += done;
    return done;
}

ssize_t augur_file_read(int fd, void *buffer, size_t size)
{
    return read_at(fd, buffer, size, ON_FOR_STREAM);
}

ssize_t augur_read_at(int fd, void *buffer, size_t size, long offset)
{
    ssize_t done = augur_or_cancel_size(read_at(fd, buffer, size, offset));
    if (done > 0)
        augur_writes(buffer, (size_t)done);
    return done;
}

/* posix: read pread
 * explored: one action; waits for an empty pipe while somebody has it open for writing.
 * left out: short counts without a fault, but for what a pipe has.
 * faults: io with every short count, eintr
 * accesses: buffer w
 * tests: files/pipe_not_closed.c files/pipe_ok.c faults/io.c faults/io_ok.c races:read
 *   pipes/nothing.c pipes/nothing_ok.c cancel/pipe_filled.c */
ssize_t read(int fd, void *buffer, size_t size)
{
    return augur_read_at(fd, buffer, size, AUGUR_ON);
}

ssize_t pread(int fd, void *buffer, size_t size, off_t offset)
{
    return offset < 0 ? augur_fail(EINVAL) : augur_read_at(fd, buffer, size, offset);
}

/* ---- writing ---------------------------------------------------------- */

static ssize_t write_file(struct augur_inode *inode, long offset, const char *bytes, size_t size)
{
    if (!size)
        return 0;
    note_change(inode);
    if ((size_t)offset + size > inode->size)
        augur_file_resize(inode, (size_t)offset + size);
    __divine_memcpy(inode->data + offset, bytes, size);
    return (ssize_t)size;
}

/* What is written to a pipe is one step if it is small. Else there are several, and
 * *is_part tells that this is not the last one. */
static MASKED ssize_t write_at(int fd, const void *bytes, size_t size, long offset, int *is_part)
{
    __divine_interrupt_mask();
    int is_next = *is_part;
    *is_part = 0;
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
    struct augur_open now = *open;
    now.flags |= O_NONBLOCK;
    if (offset != ON_FOR_STREAM && !is_next && spoil(&size, ENOSPC))
        return -1;
    switch (open->inode->kind) {
    case AUGUR_OUTPUT: __augur_write(open->output, bytes, size); return (ssize_t)size;
    case AUGUR_PIPE:
        return offset >= 0 ? augur_fail(ESPIPE) : augur_pipe_write(open, bytes, size, is_part);
    case AUGUR_SOCKET:
        return offset >= 0 ? augur_fail(ESPIPE) : augur_socket_write(is_now(offset) ? &now : open, bytes, size, is_part);
    case AUGUR_EVENT:
        return offset >= 0 ? augur_fail(ESPIPE) : augur_event_write(open, bytes, size);
    case AUGUR_EPOLL: case AUGUR_TIMER: case AUGUR_SIGNALS: return augur_fail(EINVAL);
    case AUGUR_NULL: case AUGUR_RANDOM: return (ssize_t)size;
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
    if (result != AUGUR_BROKEN_PIPE)
        return result;
    raise(SIGPIPE);
    return augur_fail(EPIPE);
}

static ssize_t write_parts(int fd, const char *bytes, size_t size, long offset)
{
    ssize_t total = 0;
    int is_part = 0;
    do {
        size_t left = size - (size_t)total;
        ssize_t done = write_at(fd, bytes + total, left, offset, &is_part);
        if (done == AUGUR_BROKEN_PIPE && (offset == ON_QUIETLY || offset == ON_NOW_QUIETLY))
            done = augur_fail(EPIPE);
        done = complain(done);
        if (done < 0)
            return total && done != AUGUR_CANCELLED ? total : done;
        total += done;
    } while (is_part);
    return total;
}

ssize_t augur_file_write(int fd, const void *bytes, size_t size, int *is_part)
{
    *is_part = 0;
    ssize_t done = write_at(fd, bytes, size, ON_FOR_STREAM, is_part);
    if (done == AUGUR_BROKEN_PIPE)
        errno = EPIPE;
    return done;
}

static MASKED ssize_t print_part(int fd, struct augur_sink *sink, const char *format,
                                 va_list arguments, int *length)
{
    __divine_interrupt_mask();
    sink->collects = !is_output(fd);
    sink->fd = is_output(fd) ? fd : 0;
    *length = augur_format(sink, format, arguments);
    int is_part = 0;
    return sink->block_size
               ? write_at(fd, sink->block, sink->block_size, ON_FOR_STREAM, &is_part)
               : 0;
}

int augur_vprint(int fd, const char *format, va_list arguments)
{
    struct augur_sink sink = { 0 };
    int length;
    augur_may_cancel();
    ssize_t done = complain(print_part(fd, &sink, format, arguments, &length));
    augur_writes_all(sink.counts);
    if (done > 0 && (size_t)done < sink.block_size)
        done = write_parts(fd, sink.block + done, sink.block_size - (size_t)done, ON_FOR_STREAM);
    return augur_or_cancel_size(done) < 0 ? -1 : length;
}

ssize_t augur_write_at(int fd, const void *bytes, size_t size, long offset)
{
    return augur_or_cancel_size(write_parts(fd, bytes, size, offset));
}

ssize_t augur_send(int fd, const void *bytes, size_t size, int is_patient, int is_quiet)
{
    long where = is_patient ? (is_quiet ? ON_QUIETLY : AUGUR_ON) : is_quiet ? ON_NOW_QUIETLY : ON_NOW;
    return augur_write_at(fd, bytes, size, where);
}

ssize_t augur_receive(int fd, void *buffer, size_t size, int is_patient)
{
    return augur_read_at(fd, buffer, size, is_patient ? AUGUR_ON : ON_NOW);
}

/* posix: write pwrite
 * explored: one action; to a pipe one for each PIPE_BUF bytes, between which others may
 *   write and read. Waits for room in a pipe, unless it must not (O_NONBLOCK): then large
 *   ones may be short.
 * left out: mixing in other places than after each PIPE_BUF bytes; disks that are full
 *   without a fault.
 * faults: io with every short count, eintr
 * accesses: bytes r
 * tests: pipes/full.c pipes/full_waits_ok.c pipes/full_no_reader_ok.c pipes/large_mixed.c
 *   pipes/large_mixed_ok.c pipes/nonblocking_short.c pipes/nonblocking_short_ok.c
 *   faults/io.c faults/io_ok.c */
ssize_t write(int fd, const void *bytes, size_t size)
{
    return augur_write_at(fd, bytes, size, AUGUR_ON);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
    return offset < 0 ? augur_fail(EINVAL) : augur_write_at(fd, bytes, size, offset);
}

/* ---- positions and the rest ------------------------------------------- */

MASKED long augur_file_seek(int fd, long offset, int whence)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    int kind = open->inode->kind;
    if (kind == AUGUR_PIPE || kind == AUGUR_OUTPUT || kind == AUGUR_SOCKET || kind == AUGUR_EVENT ||
        kind == AUGUR_TIMER || kind == AUGUR_SIGNALS)
        return augur_fail(ESPIPE);
    long base = whence == SEEK_SET ? 0
                : whence == SEEK_CUR ? open->offset
                                     : (long)augur_file_size(open->inode);
    if (whence < SEEK_SET || whence > SEEK_END || base + offset < 0)
        return augur_fail(EINVAL);
    return open->offset = base + offset;
}

off_t lseek(int fd, off_t offset, int whence)
{
    return augur_fault(AUGUR_FAULT_IO) ? augur_fail(EIO) : augur_file_seek(fd, offset, whence);
}

/* posix: lseek ftruncate fsync fdatasync dup
 * explored: one action each.
 * faults: io
 * tests: faults/io_calls.c faults/io_calls_ok.c */
MASKED int ftruncate(int fd, off_t size)
{
    __divine_interrupt_mask();
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return -1;
    if (!can_write(open) || open->inode->kind != AUGUR_REGULAR || size < 0)
        return augur_fail(EINVAL);
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
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
    if (!is_output(fd) && !is_open(fd))
        return -1;
    return augur_fault(AUGUR_FAULT_IO) ? augur_fail(EIO) : 0;
}

int fdatasync(int fd) { return fsync(fd); }

void sync(void) {}

/* These locks are between processes, and there is one; advice changes nothing. */
int lockf(int fd, int command, off_t size)
{
    (void)size;
    if (command == F_LOCK)
        pthread_testcancel();
    return is_output(fd) || is_open(fd) ? 0 : -1;
}

int posix_fadvise(int fd, off_t offset, off_t size, int advice)
{
    (void)offset, (void)size, (void)advice;
    return is_output(fd) || is_open(fd) ? 0 : EBADF;
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
