/* <stdio.h>: streams on files and in memory; input. Nothing is read ahead: what the
 * program did not ask for is still in the file. */
#include "stream.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static struct augur_stream stream_in = {
    .file = { ._flags = AUGUR_STREAM_MAGIC, ._fileno = 0 }, .flags = O_RDONLY,
    .lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
};
FILE *const augur_stdin __asm__("stdin") = &stream_in.file;

static struct augur_stream *of(FILE *stream) { return (struct augur_stream *)stream; }

static void mark(FILE *stream, int bits)
{
    if (!augur_is_standard(stream))
        stream->_flags |= bits;
}

/* ---- bytes in and out, inside the caller's section -------------------- */

static size_t put_memory(struct augur_stream *s, const char *bytes, size_t size)
{
    if (s->flags & O_APPEND)
        s->position = s->size;
    size_t end = s->position + size;
    if (s->kind == AUGUR_ON_GROWING) {
        if (end + 1 > s->room) {
            size_t room = end + 1 > 2 * s->room ? end + 1 : 2 * s->room;
            char *data = realloc(s->data, room);
            if (!data)
                return 0;
            for (size_t i = s->room; i < room; i++)
                data[i] = 0;
            s->data = data;
            s->room = room;
        }
    } else if (end > s->room) {
        end = s->room;
        size = end > s->position ? end - s->position : 0;
        errno = ENOSPC;
    }
    if (size)
        __divine_memcpy(s->data + s->position, bytes, size);
    s->position = end;
    if (end > s->size)
        s->size = end;
    if (s->size < s->room)
        s->data[s->size] = 0;
    if (s->data_out) {
        *s->data_out = s->data;
        *s->size_out = s->position;
    }
    return size;
}

size_t augur_stream_put(FILE *stream, const void *bytes, size_t size)
{
    struct augur_stream *s = of(stream);
    size_t done = 0;
    if (augur_is_standard(stream)) {
        ssize_t result = augur_file_write(stream->_fileno, bytes, size);
        return result < 0 ? 0 : (size_t)result;
    }
    if ((s->flags & O_ACCMODE) == O_RDONLY)
        errno = EBADF;
    else if (augur_fault(AUGUR_FAULT_IO))
        errno = ENOSPC;
    else if (s->kind != AUGUR_ON_FILE)
        done = put_memory(s, bytes, size);
    else {
        ssize_t result = augur_file_write(stream->_fileno, bytes, size);
        done = result < 0 ? 0 : (size_t)result;
    }
    s->pushed = 0;
    if (done < size)
        mark(stream, AUGUR_STREAM_ERROR);
    return done;
}

static size_t get_memory(struct augur_stream *s, char *buffer, size_t size)
{
    size_t left = s->position < s->size ? s->size - s->position : 0;
    if (size > left)
        size = left;
    if (size)
        __divine_memcpy(buffer, s->data + s->position, size);
    s->position += size;
    return size;
}

/* What can be had now; sets the end or the error if that is nothing. */
static size_t get(FILE *stream, char *buffer, size_t size)
{
    struct augur_stream *s = of(stream);
    if (augur_is_standard(stream) || (s->flags & O_ACCMODE) == O_WRONLY) {
        mark(stream, AUGUR_STREAM_ERROR);
        errno = EBADF;
        return 0;
    }
    if (s->pushed) {
        *buffer = (char)s->push[--s->pushed];
        return 1;
    }
    ssize_t done = s->kind == AUGUR_ON_FILE ? augur_file_read(stream->_fileno, buffer, size)
                                            : (ssize_t)get_memory(s, buffer, size);
    if (done <= 0)
        mark(stream, done < 0 ? AUGUR_STREAM_ERROR : AUGUR_STREAM_EOF);
    return done < 0 ? 0 : (size_t)done;
}

static int get_byte(void *stream)
{
    char byte;
    return get(stream, &byte, 1) ? (unsigned char)byte : EOF;
}

/* One call of the user may fail as a whole. */
static int fails(FILE *stream)
{
    if (!augur_fault(AUGUR_FAULT_IO))
        return 0;
    mark(stream, AUGUR_STREAM_ERROR);
    errno = EIO;
    return 1;
}

/* ---- opening ---------------------------------------------------------- */

/* The flags of a mode, or -1. */
static int flags_of(const char *mode)
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

static struct augur_stream *new_stream(int kind, int fd, int flags)
{
    struct augur_stream *s = __augur_alloc(sizeof *s, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    s->file._flags = AUGUR_STREAM_MAGIC;
    s->file._fileno = fd;
    s->kind = kind;
    s->flags = flags;
    s->lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    return s;
}

MASKED FILE *fopen(const char *restrict path, const char *restrict mode)
{
    __divine_interrupt_mask();
    int flags = flags_of(mode);
    int fd = flags < 0 ? -1 : augur_file_open_path(path, flags, 0666);
    return fd < 0 ? NULL : &new_stream(AUGUR_ON_FILE, fd, flags)->file;
}

MASKED FILE *fdopen(int fd, const char *mode)
{
    __divine_interrupt_mask();
    int flags = flags_of(mode);
    struct augur_open *open = flags < 0 ? NULL : augur_file_open(fd);
    if (!open)
        return NULL;
    if (flags & O_APPEND)
        open->flags |= O_APPEND;
    return &new_stream(AUGUR_ON_FILE, fd, flags)->file;
}

/* The name is gone before anybody can see it. */
MASKED FILE *tmpfile(void)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO)) {
        errno = EIO;
        return NULL;
    }
    struct augur_open *open = __augur_alloc(sizeof *open, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    open->inode = augur_file_new(AUGUR_REGULAR, 0600);
    open->flags = O_RDWR;
    int fd = augur_file_install(open, 0, 0);
    return fd < 0 ? NULL : &new_stream(AUGUR_ON_FILE, fd, O_RDWR)->file;
}

MASKED FILE *fmemopen(void *memory, size_t size, const char *mode)
{
    __divine_interrupt_mask();
    int flags = flags_of(mode);
    if (flags < 0)
        return NULL;
    struct augur_stream *s = new_stream(AUGUR_ON_MEMORY, -1, flags);
    s->owns_data = !memory;
    s->data = memory ? memory : __augur_alloc(size, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    s->room = size;
    if (flags & O_TRUNC) {
        if (size)
            s->data[0] = 0;
    } else
        s->size = *mode == 'a' ? augur_length(s->data, size) : memory ? size : 0;
    return &s->file;
}

MASKED FILE *open_memstream(char **data, size_t *size)
{
    __divine_interrupt_mask();
    struct augur_stream *s = new_stream(AUGUR_ON_GROWING, -1, O_WRONLY);
    s->data_out = data;
    s->size_out = size;
    put_memory(s, "", 0);
    return &s->file;
}

/* Standard input is no block that could be freed twice. */
static void check_open(FILE *stream)
{
    if (stream != &stream_in.file)
        return;
    if (stream->_fileno < 0)
        __augur_problem(AUGUR_INVALID_FREE, "fclose: standard input is closed already");
}

MASKED int fclose(FILE *stream)
{
    __divine_interrupt_mask();
    if (augur_is_straight(stream))
        return 0;
    check_open(stream);
    int result = 0;
    if (augur_is_standard(stream) || of(stream)->kind == AUGUR_ON_FILE)
        result = augur_file_close(stream->_fileno);
    if (stream == &stream_in.file)
        stream->_fileno = -1;
    else if (!augur_is_standard(stream))
        __divine_free(stream);
    return result ? EOF : 0;
}

FILE *popen(const char *command, const char *mode)
{
    (void)command, (void)mode;
    __augur_unsupported("popen: other programs");
}

/* ---- single characters ------------------------------------------------ */

MASKED int fgetc(FILE *stream)
{
    __divine_interrupt_mask();
    return fails(stream) ? EOF : get_byte(stream);
}

int getc(FILE *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(&stream_in.file); }
int fgetc_unlocked(FILE *stream) { return fgetc(stream); }
int getc_unlocked(FILE *stream) { return fgetc(stream); }
int getchar_unlocked(void) { return fgetc(&stream_in.file); }
int _IO_getc(FILE *stream);
int _IO_getc(FILE *stream) { return fgetc(stream); }
int __uflow(FILE *stream) { return fgetc(stream); }

static int push_back(FILE *stream, int c)
{
    struct augur_stream *s = of(stream);
    if (c == EOF || augur_is_standard(stream) || s->pushed == sizeof s->push)
        return EOF;
    s->push[s->pushed++] = (unsigned char)c;
    stream->_flags &= ~AUGUR_STREAM_EOF;
    return (unsigned char)c;
}

MASKED int ungetc(int c, FILE *stream)
{
    __divine_interrupt_mask();
    return push_back(stream, c);
}

int __underflow(FILE *stream)
{
    return ungetc(fgetc(stream), stream);
}

/* ---- lines and blocks ------------------------------------------------- */

/* The length of the line, or -1. */
static MASKED int get_line(char *buffer, int size, FILE *stream)
{
    __divine_interrupt_mask();
    int length = 0, c = 0;
    if (size <= 0 || fails(stream))
        return -1;
    while (length < size - 1 && c != '\n' && (c = get_byte(stream)) != EOF)
        buffer[length++] = (char)c;
    if (stream->_flags & AUGUR_STREAM_ERROR || (!length && size > 1))
        return -1;
    buffer[length] = 0;
    return length;
}

char *fgets(char *restrict buffer, int size, FILE *restrict stream)
{
    int length = get_line(buffer, size, stream);
    if (length < 0)
        return NULL;
    augur_writes(buffer, (size_t)length + 1);
    return buffer;
}

char *fgets_unlocked(char *restrict buffer, int size, FILE *restrict stream)
{
    return fgets(buffer, size, stream);
}

static MASKED size_t get_block(char *buffer, size_t wanted, FILE *stream)
{
    __divine_interrupt_mask();
    size_t done = 0;
    if (fails(stream))
        return 0;
    while (done < wanted) {
        size_t part = get(stream, buffer + done, wanted - done);
        if (!part)
            break;
        done += part;
    }
    return done;
}

size_t fread(void *restrict buffer, size_t size, size_t count, FILE *restrict stream)
{
    size_t wanted;
    if (__builtin_mul_overflow(size, count, &wanted) || !wanted)
        return 0;
    size_t done = get_block(buffer, wanted, stream);
    augur_writes(buffer, done);
    return done / size;
}

size_t fread_unlocked(void *restrict buffer, size_t size, size_t count, FILE *restrict stream)
{
    return fread(buffer, size, count, stream);
}

int getw(FILE *stream)
{
    int word;
    return fread(&word, sizeof word, 1, stream) == 1 ? word : EOF;
}

static MASKED ssize_t get_delimited(char **line, size_t *room, int end, FILE *stream)
{
    __divine_interrupt_mask();
    size_t length = 0;
    int c = EOF;
    if (fails(stream))
        return -1;
    while (c != end && (c = get_byte(stream)) != EOF) {
        if (!*line || length + 2 > *room) {
            size_t bigger = *line && *room ? 2 * *room : 120;
            char *block = realloc(*line, bigger);
            if (!block)
                return -1;
            *line = block;
            *room = bigger;
        }
        (*line)[length++] = (char)c;
    }
    if (!length)
        return -1;
    (*line)[length] = 0;
    return (ssize_t)length;
}

ssize_t getdelim(char **restrict line, size_t *restrict room, int end, FILE *restrict stream)
{
    ssize_t length = get_delimited(line, room, end, stream);
    if (length >= 0) {
        augur_writes(line, sizeof *line);
        augur_writes(room, sizeof *room);
        augur_writes(*line, (size_t)length + 1);
    }
    return length;
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
    if (fails(source->stream))
        return EOF;
    int result = augur_scan(source, format, arguments);
    if (source->has_ahead && source->ahead != EOF)
        push_back(source->stream, source->ahead);
    return result;
}

static int scan(FILE *stream, const char *format, va_list arguments)
{
    struct augur_source source = { .get = get_byte, .stream = stream };
    int result = scan_source(&source, format, arguments);
    augur_scan_writes(&source);
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

static int seek_memory(struct augur_stream *s, long offset, int whence)
{
    long base = whence == SEEK_SET ? 0 : (long)(whence == SEEK_CUR ? s->position : s->size);
    if (base + offset < 0 ||
        (s->kind == AUGUR_ON_MEMORY && (size_t)(base + offset) > s->room))
        return augur_fail(EINVAL);
    s->position = (size_t)(base + offset);
    return 0;
}

MASKED int fseek(FILE *stream, long offset, int whence)
{
    __divine_interrupt_mask();
    struct augur_stream *s = of(stream);
    if (augur_is_standard(stream))
        return augur_file_seek(stream->_fileno, offset, whence) < 0 ? -1 : 0;
    if (whence == SEEK_CUR)
        offset -= s->pushed;
    int failed = s->kind == AUGUR_ON_FILE ? augur_file_seek(stream->_fileno, offset, whence) < 0
                                          : seek_memory(s, offset, whence) < 0;
    if (failed)
        return -1;
    s->pushed = 0;
    stream->_flags &= ~AUGUR_STREAM_EOF;
    return 0;
}

MASKED long ftell(FILE *stream)
{
    __divine_interrupt_mask();
    if (augur_is_standard(stream))
        return augur_file_seek(stream->_fileno, 0, SEEK_CUR);
    struct augur_stream *s = of(stream);
    long at = s->kind == AUGUR_ON_FILE ? augur_file_seek(stream->_fileno, 0, SEEK_CUR)
                                       : (long)s->position;
    return at < 0 ? -1 : at - s->pushed;
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

static MASKED int change_flags(FILE *stream, int clear)
{
    __divine_interrupt_mask();
    if (augur_is_standard(stream))
        return 0;
    int flags = stream->_flags;
    if (clear)
        stream->_flags = flags & ~clear;
    return flags;
}

void rewind(FILE *stream)
{
    fseek(stream, 0, SEEK_SET);
    change_flags(stream, AUGUR_STREAM_ERROR);
}

int feof(FILE *stream) { return (change_flags(stream, 0) & AUGUR_STREAM_EOF) != 0; }
int ferror(FILE *stream) { return (change_flags(stream, 0) & AUGUR_STREAM_ERROR) != 0; }
void clearerr(FILE *stream) { change_flags(stream, AUGUR_STREAM_EOF | AUGUR_STREAM_ERROR); }
int feof_unlocked(FILE *stream) { return feof(stream); }
int ferror_unlocked(FILE *stream) { return ferror(stream); }
void clearerr_unlocked(FILE *stream) { clearerr(stream); }

int fileno(FILE *stream)
{
    return stream->_fileno < 0 ? augur_fail(EBADF) : stream->_fileno;
}

int fileno_unlocked(FILE *stream) { return fileno(stream); }

/* Everything is written already. */
int fflush(FILE *stream) { return (void)stream, 0; }
int fflush_unlocked(FILE *stream) { return (void)stream, 0; }
int fpurge(FILE *stream);
int fpurge(FILE *stream) { return (void)stream, 0; }
void setbuf(FILE *restrict stream, char *restrict buffer) { (void)stream, (void)buffer; }
void setlinebuf(FILE *stream) { (void)stream; }

void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size)
{
    (void)stream, (void)buffer, (void)size;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    (void)stream, (void)buffer, (void)size;
    return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : -1;
}

/* ---- locks ------------------------------------------------------------ */

/* Each call of a function is atomic; this lock excludes only other threads that
 * take it too. */
static pthread_mutex_t lock_out = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                       lock_error = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static pthread_mutex_t *lock_of(FILE *stream)
{
    return stream == &augur_stream_out     ? &lock_out
           : stream == &augur_stream_error ? &lock_error
                                           : &of(stream)->lock;
}

void flockfile(FILE *stream) { pthread_mutex_lock(lock_of(stream)); }
int ftrylockfile(FILE *stream) { return pthread_mutex_trylock(lock_of(stream)); }
void funlockfile(FILE *stream) { pthread_mutex_unlock(lock_of(stream)); }

/* ---- names for large files -------------------------------------------- */

FILE *fopen64(const char *, const char *) __attribute__((alias("fopen")));
FILE *tmpfile64(void) __attribute__((alias("tmpfile")));
int fgetpos64(FILE *, fpos64_t *) __attribute__((alias("fgetpos")));
int fsetpos64(FILE *, const fpos64_t *) __attribute__((alias("fsetpos")));
