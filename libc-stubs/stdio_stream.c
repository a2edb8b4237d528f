/* <stdio.h>: streams on files and in memory; input. The buffer is in stdio_buffer.c. */
#include "stream.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static struct augur_stream stream_in = {
    .file = { ._flags = AUGUR_STREAM_MAGIC, ._fileno = 0 }, .flags = O_RDONLY,
    .capacity = AUGUR_STREAM_BYTES,
};
FILE *const augur_stdin __asm__("stdin") = &stream_in.file;

int augur_stream_get(struct augur_stream *s)
{
    const char *bytes;
    if (!augur_stream_look(s, &bytes))
        return EOF;
    int byte = (unsigned char)*bytes;
    augur_stream_skip(s, 1);
    return byte;
}

/* ---- opening ---------------------------------------------------------- */

int augur_stream_flags(const char *mode)
{
    int flags = *mode == 'r' ? O_RDONLY
                : *mode == 'w' ? O_WRONLY | O_CREAT | O_TRUNC
                : *mode == 'a' ? O_WRONLY | O_CREAT | O_APPEND
                               : -1;
    if (flags < 0)
        return augur_fail(EINVAL);
    for (mode++; *mode && *mode != ','; mode++) {
        if (*mode == '+')
            flags = (flags & ~O_ACCMODE) | O_RDWR;
        else if (*mode == 'x')
            flags |= O_EXCL;
        else if (*mode == 'e')
            flags |= O_CLOEXEC;
    }
    return flags;
}

struct augur_stream *augur_stream_new(int kind, int fd, int flags)
{
    struct augur_stream *s = __augur_alloc(
        sizeof *s, 16, AUGUR_ZEROED | AUGUR_LENT | AUGUR_LIBRARY * AUGUR_MADE_BY);
    s->file._flags = AUGUR_STREAM_MAGIC;
    s->file._fileno = fd;
    s->kind = kind;
    s->flags = flags;
    s->capacity = AUGUR_STREAM_BYTES;
    return s;
}

FILE *augur_stream_no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

/* posix: fopen fdopen tmpfile
 * explored: streams are fully buffered, with 4096 bytes as glibc has them for such files;
 *   nothing is a terminal. fopen and tmpfile may act on a cancellation, or not.
 * left out: other sizes of the buffer.
 * faults: io malloc eintr
 * tests: files/unchecked.c files/stdio_ok.c streams/not_flushed.c streams/not_flushed_ok.c
 *   faults/malloc_calls_ok.c faults/io_calls_ok.c cancel/stream_opened.c */
/* A stream that only appends starts at the end of its file. */
static MASKED FILE *open_stream(const char *path, const char *mode)
{
    __divine_interrupt_mask();
    int flags = augur_stream_flags(mode);
    if (flags >= 0 && augur_fault(AUGUR_FAULT_MALLOC))
        return augur_stream_no_memory();
    int fd = flags < 0 ? -1 : augur_file_open_path(AT_FDCWD, path, flags, 0666);
    if (fd == AUGUR_CANCELLED)
        __augur_unsupported("fopen of a pipe with a name, cancelled while it waits for the other end");
    if (fd < 0)
        return NULL;
    if (flags & O_APPEND && (flags & O_ACCMODE) == O_WRONLY)
        augur_file_seek(fd, 0, SEEK_END);
    return &augur_stream_new(AUGUR_ON_FILE, fd, flags)->file;
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    augur_may_cancel();
    return open_stream(path, mode);
}

MASKED FILE *fdopen(int fd, const char *mode)
{
    __divine_interrupt_mask();
    int flags = augur_stream_flags(mode);
    struct augur_open *open = flags < 0 ? NULL : augur_file_open(fd);
    if (!open)
        return NULL;
    if (augur_fault(AUGUR_FAULT_MALLOC))
        return augur_stream_no_memory();
    if (augur_fault(AUGUR_FAULT_IO)) {
        errno = EMFILE;
        return NULL;
    }
    if (flags & O_APPEND)
        open->flags |= O_APPEND;
    return &augur_stream_new(AUGUR_ON_FILE, fd, flags)->file;
}

/* The name is gone before anybody can see it. */
static MASKED FILE *open_nameless(void)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_MALLOC))
        return augur_stream_no_memory();
    if (augur_fault(AUGUR_FAULT_IO)) {
        errno = EIO;
        return NULL;
    }
    struct augur_open *open = augur_open_new(augur_file_new(AUGUR_REGULAR, 0600), O_RDWR);
    int fd = augur_file_install(open, 0, 0);
    return fd < 0 ? NULL : &augur_stream_new(AUGUR_ON_FILE, fd, O_RDWR)->file;
}

FILE *tmpfile(void)
{
    augur_may_cancel();
    return open_nameless();
}

/* posix: popen
 * explored: there are no other programs (`unsupported`).
 * tests: files/other_program.c files/no_terminal_ok.c */

/* The standard streams are no blocks that could be freed twice. */
static void check_open(const struct augur_stream *s)
{
    if (s->file._fileno >= 0 || s->kind != AUGUR_ON_FILE)
        return;
    __augur_problem(AUGUR_INVALID_FREE,
                    s == &augur_standard[0]   ? "fclose: standard output is closed already"
                    : s == &augur_standard[1] ? "fclose: standard error is closed already"
                                              : "fclose: standard input is closed already");
}

/* posix: fclose
 * explored: waits for the lock; writes what is in the buffer, and waits for room in a pipe.
 *   What was read ahead is lost. May act on a cancellation, or not: then the stream stays open.
 * faults: io
 * tests: files/use_after_close.c files/close_stdout_twice.c files/close_stdout_ok.c
 *   faults/io_streams.c faults/io_streams_ok.c cancel/stream_opened.c */
static int flush_last(struct augur_stream *s)
{
    int result = s->is_putting || s->data_out ? augur_stream_flush_or_fail(s) : 0;
    if (s->data_out && s->position < s->data_room) {
        s->data[s->position] = 0;
        augur_stream_wrote(s, s->data + s->position, 1);
    }
    return result;
}

/* If flushing leaves something to be done outside the section, that comes first. */
static MASKED int close_stream(FILE *stream, int *is_flushed)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_enter(stream);
    check_open(s);
    int result = *is_flushed ? 0 : flush_last(s);
    *is_flushed = !s->has_duty;
    if (s->has_duty)
        return result;
    if (s->kind == AUGUR_ON_FILE)
        result |= augur_file_close(s->file._fileno);
    augur_stream_set_array(s, NULL);
    while (s->owner)
        augur_stream_give(s);
    if (augur_is_standard(stream) || s == &stream_in)
        s->file._fileno = -1;
    else
        __augur_delete(s, AUGUR_LIBRARY, 0);
    return result ? EOF : 0;
}

int fclose(FILE *stream)
{
    augur_may_cancel();
    int is_flushed = 0, result = close_stream(stream, &is_flushed);
    if (!is_flushed) {
        augur_stream_end();
        is_flushed = 1;
        result |= close_stream(stream, &is_flushed);
    }
    return result;
}

FILE *popen(const char *command, const char *mode)
{
    (void)command, (void)mode;
    __augur_unsupported("popen: other programs");
}

/* ---- single characters ------------------------------------------------ */

/* posix: fgetc getc getchar ungetc getw
 * explored: waits for the lock; reads ahead as far as the buffer
 *   goes, and has the lock while it waits for a pipe. An end stays until it is cleared. May
 *   act on a cancellation, or not; while it waits it does.
 * left out: more than four bytes given back by ungetc.
 * faults: io
 * tests: streams/lock_blocked_reader.c streams/lock_blocked_reader_ok.c streams/line_torn.c
 *   streams/end_stays_ok.c streams/read_stale_ok.c cancel/stream_input.c
 *   cancel/stream_passed.c cancel/stream_passed_ok.c */
static MASKED int get_one(FILE *stream, int how)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_use(stream, how);
    return augur_stream_fails(s, EIO) ? EOF : augur_stream_get(s);
}

int augur_get_one(FILE *stream, int how)
{
    augur_may_cancel();
    int byte = get_one(stream, how);
    augur_stream_end();
    return byte;
}

int fgetc(FILE *stream) { return augur_get_one(stream, AUGUR_LOCKED); }
int getc(FILE *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(&stream_in.file); }
int _IO_getc(FILE *stream);
int _IO_getc(FILE *stream) { return fgetc(stream); }

int augur_stream_push(struct augur_stream *s, int c)
{
    if (c == EOF || (s->flags & O_ACCMODE) == O_WRONLY || s->pushed == sizeof s->push)
        return EOF;
    s->push[s->pushed++] = (unsigned char)c;
    s->file._flags &= ~AUGUR_STREAM_EOF;
    return (unsigned char)c;
}

static MASKED int push(int c, FILE *stream)
{
    __divine_interrupt_mask();
    return augur_stream_push(augur_stream_enter(stream), c);
}

int ungetc(int c, FILE *stream)
{
    augur_may_cancel();
    return push(c, stream);
}

/* ---- lines and blocks ------------------------------------------------- */

/* posix: fgets fread getdelim getline
 * explored: as fgetc, and the line or block is one action: no other thread gets a part of
 *   it.
 * left out: a realloc of the program's own finds the stream unlocked; what a cancelled getline
 *   leaves of a line.
 * faults: io, with every short count for fread
 * accesses: buffer w; line, room rw
 * tests: streams/line_torn.c streams/line_whole_ok.c streams/read_ahead.c
 *   streams/read_ahead_ok.c faults/io_streams.c faults/io_counts_ok.c libc/own_realloc_ok.c
 *   races:both_getline cancel/stream_pipe.c cancel/stream_pipe_ok.c */
/* How many of these bytes belong to the line. */
static size_t up_to(const char *bytes, size_t size, int end, int *is_complete)
{
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)bytes[i] == end) {
            *is_complete = 1;
            return i + 1;
        }
    return size;
}

/* The length of the line, or -1. */
static MASKED int get_line(char *buffer, int size, FILE *stream, int how)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_use(stream, how);
    size_t length = 0, part;
    int is_complete = 0, had_error = s->file._flags & AUGUR_STREAM_ERROR;
    const char *bytes;
    if (size <= 0 || augur_stream_fails(s, EIO))
        return -1;
    s->file._flags &= ~AUGUR_STREAM_ERROR;
    size_t room = (size_t)size - 1;
    while (length < room && !is_complete && (part = augur_stream_look(s, &bytes))) {
        if (part > room - length)
            part = room - length;
        part = up_to(bytes, part, '\n', &is_complete);
        __divine_memcpy(buffer + length, bytes, part);
        augur_stream_skip(s, part);
        length += part;
    }
    int failed = s->file._flags & AUGUR_STREAM_ERROR || (!length && size > 1);
    s->file._flags |= had_error;
    if (failed)
        return -1;
    buffer[length] = 0;
    return (int)length;
}

char *augur_get_line(char *buffer, int size, FILE *stream, int how)
{
    augur_may_cancel();
    int length = get_line(buffer, size, stream, how);
    if (length >= 0)
        augur_writes(buffer, (size_t)length + 1);
    augur_stream_end();
    return length < 0 ? NULL : buffer;
}

char *fgets(char *restrict buffer, int size, FILE *restrict stream)
{
    return augur_get_line(buffer, size, stream, AUGUR_LOCKED);
}

/* Whole blocks go past the buffer, the rest comes from it. */
static MASKED size_t get_block(char *buffer, size_t wanted, FILE *stream, int how)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_use(stream, how);
    size_t done = 0;
    if (augur_stream_fails(s, EIO))
        wanted = augur_short_count(wanted);
    while (done < wanted) {
        size_t part = augur_stream_read(s, buffer + done, wanted - done);
        if (!part) {
            const char *bytes;
            part = augur_stream_look(s, &bytes);
            if (!part)
                break;
            if (part > wanted - done)
                part = wanted - done;
            __divine_memcpy(buffer + done, bytes, part);
            augur_stream_skip(s, part);
        }
        done += part;
    }
    return done;
}

size_t augur_read_items(void *buffer, size_t size, size_t count, FILE *stream, int how)
{
    size_t wanted;
    augur_may_cancel();
    if (__builtin_mul_overflow(size, count, &wanted) || !wanted)
        return 0;
    size_t done = get_block(buffer, wanted, stream, how);
    augur_writes(buffer, done);
    augur_stream_end();
    return done / size;
}

size_t fread(void *restrict buffer, size_t size, size_t count, FILE *restrict stream)
{
    return augur_read_items(buffer, size, count, stream, AUGUR_LOCKED);
}

int getw(FILE *stream)
{
    int word;
    return fread(&word, sizeof word, 1, stream) == 1 ? word : EOF;
}

/* The line in a block of the library's own: the program's may have to grow, which is
 * nothing for a section. Its length is 0 if there is none. */
static MASKED size_t get_delimited(char **line, int end, FILE *stream)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_enter(stream);
    size_t length = 0, part;
    int is_complete = 0;
    const char *bytes;
    if (augur_stream_fails(s, EIO))
        return 0;
    while (!is_complete && (part = augur_stream_look(s, &bytes))) {
        part = up_to(bytes, part, end, &is_complete);
        char *block = __augur_alloc(length + part, 16, AUGUR_INTERNAL);
        if (length)
            __divine_memcpy(block, *line, length);
        __divine_memcpy(block + length, bytes, part);
        *line = block;
        augur_stream_skip(s, part);
        length += part;
    }
    return length;
}

ssize_t getdelim(char **restrict line, size_t *restrict room, int end, FILE *restrict stream)
{
    augur_may_cancel();
    char *text = NULL, *block = *line;
    size_t size = *room, length = get_delimited(&text, end, stream);
    augur_stream_end();
    if (!length)
        return -1;
    if (!block || length + 1 > size) {
        size = block && size ? 2 * size : 120;
        while (size < length + 1)
            size *= 2;
        block = realloc(block, size);
        if (!block)
            return -1;
    }
    __builtin_memcpy(block, text, length);
    block[length] = 0;
    *line = block;
    *room = size;
    return (ssize_t)length;
}

ssize_t __getdelim(char **restrict line, size_t *restrict room, int end, FILE *restrict stream)
{
    return getdelim(line, room, end, stream);
}

ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream)
{
    return getdelim(line, room, '\n', stream);
}

/* ---- formatted input -------------------------------------------------- */

static MASKED int scan_source(struct augur_source *source, const char *format,
                              va_list arguments)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_enter(source->stream);
    if (augur_stream_fails(s, EIO))
        return EOF;
    source->stream = s;
    int result = augur_scan(source, format, arguments);
    if (source->has_ahead && source->ahead != EOF)
        augur_stream_push(s, source->ahead);
    return result;
}

static int get_from(void *stream) { return augur_stream_get(stream); }

static int scan(FILE *stream, const char *format, va_list arguments)
{
    struct augur_source source = { .get = get_from, .stream = stream };
    augur_may_cancel();
    int result = augur_scan_end(&source, scan_source(&source, format, arguments));
    augur_stream_end();
    return result;
}

#define VARIADIC(call)                 \
    va_list arguments;                 \
    va_start(arguments, format);       \
    int result = call;                 \
    va_end(arguments);                 \
    return result

/* glibc's headers give these other names, by language version. */
#define SCAN(tag, prefix)                                                             \
    int scan_##tag(const char *format, ...) __asm__(prefix "scanf");                  \
    int scan_##tag(const char *format, ...)                                           \
    {                                                                                 \
        VARIADIC(scan(&stream_in.file, format, arguments));                           \
    }                                                                                 \
    int fscan_##tag(FILE *stream, const char *format, ...) __asm__(prefix "fscanf");  \
    int fscan_##tag(FILE *stream, const char *format, ...)                            \
    {                                                                                 \
        VARIADIC(scan(stream, format, arguments));                                    \
    }                                                                                 \
    int vscan_##tag(const char *format, va_list list) __asm__(prefix "vscanf");       \
    int vscan_##tag(const char *format, va_list list)                                 \
    {                                                                                 \
        return scan(&stream_in.file, format, list);                                   \
    }                                                                                 \
    int vfscan_##tag(FILE *stream, const char *format, va_list list)                  \
        __asm__(prefix "vfscanf");                                                    \
    int vfscan_##tag(FILE *stream, const char *format, va_list list)                  \
    {                                                                                 \
        return scan(stream, format, list);                                            \
    }
SCAN(c89, "")
SCAN(c99, "__isoc99_")
SCAN(c23, "__isoc23_")

/* ---- positions -------------------------------------------------------- */

/* posix: fseek fseeko fseeko64 ftell ftello ftello64 fgetpos fsetpos rewind
 * explored: what waits is written first; within what was read ahead nothing is read again,
 *   as in glibc. They may act on a cancellation, or not.
 * left out: reading ahead to the start of a block, which glibc does when it seeks
 *   elsewhere.
 * faults: io for those that seek
 * tests: streams/lock_section.c streams/read_stale_ok.c files/stdio_ok.c cancel/stream_input.c */
/* Where the stream is: what was read ahead does not count, what waits does. */
static long position_of(struct augur_stream *s)
{
    long at;
    if (s->kind != AUGUR_ON_FILE)
        at = (long)s->position;
    else
        at = augur_file_seek(s->file._fileno, 0,
                             s->is_putting && s->flags & O_APPEND ? SEEK_END : SEEK_CUR);
    if (at < 0)
        return -1;
    return s->is_putting ? at + (long)s->end : at - (long)(s->end - s->start) - s->pushed;
}

static int seek_memory(struct augur_stream *s, long offset, int whence, struct augur_writing *w)
{
    long base = whence == SEEK_SET ? 0 : (long)(whence == SEEK_CUR ? s->position : s->size);
    if (base + offset < 0 ||
        (s->kind == AUGUR_ON_MEMORY && (size_t)(base + offset) > s->data_room))
        return augur_fail(EINVAL);
    if (s->kind == AUGUR_ON_GROWING && !augur_stream_reserve(s, (size_t)(base + offset), w))
        return -1;
    s->position = (size_t)(base + offset);
    return 0;
}

/* Within what was read ahead, nothing is read again. */
static int seek_in_buffer(struct augur_stream *s, long offset, int whence)
{
    if (s->is_putting || !s->end || s->pushed || whence == SEEK_END)
        return 0;
    long end = augur_file_seek(s->file._fileno, 0, SEEK_CUR), start = end - (long)s->end;
    long to = whence == SEEK_SET ? offset : start + (long)s->start + offset;
    if (end < 0 || to < start || to >= end)
        return 0;
    s->start = (size_t)(to - start);
    return 1;
}

static MASKED int seek(FILE *stream, long offset, int whence, struct augur_writing *w)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_enter(stream);
    if (!w->room && augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EIO);
    w->is_part = 0;
    if (s->kind != AUGUR_ON_FILE) {
        if (augur_stream_settle(s) || seek_memory(s, offset, whence, w))
            return -1;
    } else if (!seek_in_buffer(s, offset, whence)) {
        if (augur_stream_settle(s) || augur_file_seek(s->file._fileno, offset, whence) < 0)
            return -1;
    }
    s->pushed = 0;
    s->file._flags &= ~AUGUR_STREAM_EOF;
    return 0;
}

int fseek(FILE *stream, long offset, int whence)
{
    struct augur_writing w = { 0 };
    augur_may_cancel();
    int result = seek(stream, offset, whence, &w);
    if (w.is_part) {
        w.block = realloc(w.old, w.room);
        result = seek(stream, offset, whence, &w);
    }
    augur_stream_end();
    return result;
}

static MASKED long tell(FILE *stream)
{
    __divine_interrupt_mask();
    return position_of(augur_stream_enter(stream));
}

long ftell(FILE *stream)
{
    augur_may_cancel();
    return tell(stream);
}

int fseeko(FILE *stream, off_t offset, int whence) { return fseek(stream, offset, whence); }
off_t ftello(FILE *stream) { return ftell(stream); }
int fseeko64(FILE *stream, off64_t offset, int whence) { return fseek(stream, offset, whence); }
off64_t ftello64(FILE *stream) { return ftell(stream); }

int fgetpos(FILE *restrict stream, fpos_t *restrict position)
{
    long at = ftell(stream);
    *position = (fpos_t){ .__pos = at };
    return at < 0 ? -1 : 0;
}

int fsetpos(FILE *stream, const fpos_t *position)
{
    return fseek(stream, position->__pos, SEEK_SET);
}

/* ---- states of a stream ----------------------------------------------- */

/* posix: feof ferror clearerr fileno fileno_unlocked
 * explored: all but fileno wait for the lock.
 * tests: streams/lock_blocked_reader.c streams/lock_blocked_reader_ok.c
 *   faults/io_output_ok.c */
MASKED int augur_stream_state(FILE *stream, int clear, int how)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_use(stream, how);
    if (augur_is_straight(stream) && !__augur_fault_enabled(AUGUR_FAULT_IO))
        return 0;
    int flags = s->file._flags;
    if (clear)
        s->file._flags = flags & ~clear;
    return flags;
}

void rewind(FILE *stream)
{
    fseek(stream, 0, SEEK_SET);
    augur_stream_state(stream, AUGUR_STREAM_ERROR, AUGUR_LOCKED);
}

static int has_flag(FILE *stream, int flag)
{
    return (augur_stream_state(stream, 0, AUGUR_LOCKED_LOOK) & flag) != 0;
}

int feof(FILE *stream) { return has_flag(stream, AUGUR_STREAM_EOF); }
int ferror(FILE *stream) { return has_flag(stream, AUGUR_STREAM_ERROR); }
void clearerr(FILE *stream) { augur_stream_state(stream, AUGUR_STREAM_BOTH, AUGUR_LOCKED); }

int fileno(FILE *stream)
{
    return stream->_fileno < 0 ? augur_fail(EBADF) : stream->_fileno;
}

int fileno_unlocked(FILE *stream) { return fileno(stream); }

/* posix: fflush fpurge
 * explored: waits for the locks of all streams that it flushes, and for room in a pipe. May
 *   act on a cancellation, or not; while it waits it does, and what it was to write stays.
 * left out: what a failure leaves in the buffer: here it is lost, as in glibc.
 * faults: io
 * tests: streams/not_flushed.c streams/not_flushed_ok.c streams/not_flushed_pipe.c
 *   streams/not_flushed_pipe_ok.c streams/read_stale_ok.c faults/io_streams.c
 *   faults/io_streams_ok.c cancel/stream_full.c cancel/stream_full_ok.c */
/* An input stream gives back to the file what it has read ahead. */
static MASKED int flush(FILE *stream, int how)
{
    __divine_interrupt_mask();
    if (!stream)
        return augur_stream_flush_all() ? EOF : 0;
    struct augur_stream *s = augur_stream_use(stream, how);
    if (augur_is_straight(stream))
        return augur_stream_fails(s, ENOSPC) ? EOF : 0;
    return s->is_putting || s->data_out ? augur_stream_flush_or_fail(s) : augur_stream_settle(s);
}

int augur_flush(FILE *stream, int how)
{
    augur_may_cancel();
    int result = flush(stream, how);
    augur_stream_end();
    return result;
}

int fflush(FILE *stream) { return augur_flush(stream, AUGUR_LOCKED); }

/* Forgets what is in the buffer. */
MASKED int fpurge(FILE *stream);
MASKED int fpurge(FILE *stream)
{
    __divine_interrupt_mask();
    if (!augur_is_straight(stream))
        augur_stream_drop(augur_stream_enter(stream));
    return 0;
}

/* ---- names for large files -------------------------------------------- */

FILE *fopen64(const char *, const char *) __attribute__((alias("fopen")));
FILE *tmpfile64(void) __attribute__((alias("tmpfile")));
int fgetpos64(FILE *, fpos64_t *) __attribute__((alias("fgetpos")));
int fsetpos64(FILE *, const fpos64_t *) __attribute__((alias("fsetpos")));
