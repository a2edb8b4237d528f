/* <stdio.h>: output. What is written to the output is shown with the trace and is no
 * part of the state. A program that assigns to stdout is told that it writes to a
 * constant. Other streams and input are in stdio_stream.c. */
#include "stream.h"
#include <pthread.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static FILE *const out = (FILE *)&augur_stream_out;

/* ---- unformatted ------------------------------------------------------ */

/* posix: fwrite fputc putc putchar fputs puts putw fwrite_unlocked fputc_unlocked
 *   putc_unlocked putchar_unlocked fputs_unlocked
 * explored: waits for the lock, unless it is unlocked, which races with all others; fills the
 *   buffer and writes when it is full, with the lock while it waits for a pipe. One action
 *   otherwise.
 * left out: standard output that goes nowhere else is written at once, since nobody can
 *   tell. Large blocks for a pipe do not mix with what others write unless there is no
 *   room.
 * faults: io, with every short count for fwrite
 * tests: streams/lock_section.c streams/lock_section_ok.c streams/lock_unlocked.c
 *   streams/lock_unlocked_ok.c data-race/unlocked_*.c streams/not_flushed_stdout.c
 *   streams/not_flushed_stdout_ok.c
 *   faults/io_counts_ok.c */
static MASKED size_t write_items(const void *bytes, size_t size, size_t count, FILE *stream,
                                 int how)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_use(stream, how);
    size_t wanted = size * count;
    if (!wanted)
        return 0;
    if (augur_stream_fails(s, ENOSPC))
        wanted = augur_short_count(wanted);
    return augur_stream_write(stream, bytes, wanted) / size;
}

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream)
{
    return write_items(bytes, size, count, stream, AUGUR_LOCKED);
}

size_t fwrite_unlocked(const void *restrict bytes, size_t size, size_t count,
                       FILE *restrict stream)
{
    return write_items(bytes, size, count, stream, AUGUR_UNLOCKED);
}

static MASKED int put_one(int c, FILE *stream, int how)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_use(stream, how);
    char byte = (char)c;
    if (augur_stream_fails(s, ENOSPC))
        return EOF;
    return augur_stream_write(stream, &byte, 1) ? (unsigned char)c : EOF;
}

int fputc(int c, FILE *stream)
{
    pthread_testcancel();
    return put_one(c, stream, AUGUR_LOCKED);
}

int putc(int c, FILE *stream) { return fputc(c, stream); }
int putchar(int c) { return fputc(c, out); }
int fputc_unlocked(int c, FILE *stream) { return put_one(c, stream, AUGUR_UNLOCKED); }
int putc_unlocked(int c, FILE *stream) { return put_one(c, stream, AUGUR_UNLOCKED); }
int putchar_unlocked(int c) { return put_one(c, out, AUGUR_UNLOCKED); }
int _IO_putc(int c, FILE *stream);
int _IO_putc(int c, FILE *stream) { return put_one(c, stream, AUGUR_LOCKED); }
int __overflow(FILE *stream, int c) { return put_one(c, stream, AUGUR_UNLOCKED); }
int putw(int w, FILE *stream) { return fwrite(&w, sizeof w, 1, stream) == 1 ? 0 : EOF; }

static MASKED int put_text(const char *text, FILE *stream, int how)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_use(stream, how);
    size_t size = strlen(text);
    if (augur_stream_fails(s, ENOSPC))
        return EOF;
    return !size || augur_stream_write(stream, text, size) == size ? 1 : EOF;
}

int fputs(const char *restrict text, FILE *restrict stream)
{
    pthread_testcancel();
    return put_text(text, stream, AUGUR_LOCKED);
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
    return put_text(text, stream, AUGUR_UNLOCKED);
}

static MASKED int put_line(const char *text)
{
    __divine_interrupt_mask();
    size_t size = strlen(text);
    if (augur_stream_fails(augur_stream_enter(out), ENOSPC))
        return EOF;
    if (augur_stream_write(out, text, size) < size || !augur_stream_write(out, "\n", 1))
        return EOF;
    return (int)size + 1;
}

int puts(const char *text)
{
    pthread_testcancel();
    return put_line(text);
}

/* ---- formatted -------------------------------------------------------- */

MASKED int augur_vprint(int fd, const char *format, va_list arguments)
{
    __divine_interrupt_mask();
    struct augur_sink sink = { .fd = fd };
    return augur_format(&sink, format, arguments);
}

/* posix: sprintf snprintf vsprintf vsnprintf asprintf vasprintf
 * explored: the text follows from the arguments. Places that overlap are reported.
 * faults: malloc (asprintf)
 * accesses: r the format and what it stands for, w the text.
 * tests: races:snprintf_out races:snprintf_in races:sprintf_out races:asprintf
 *   overlap/strings_ok.c libc/fortified_overflow.c libc/printf_text.c */

/* posix: dprintf vdprintf
 * explored: as write of the text, in one call.
 * faults: io eintr
 * accesses: r the format and what it stands for.
 * tests: races:dprintf races:dprintf_format */

/* posix: printf fprintf vprintf vfprintf perror
 * explored: as fputs; the text of one call is one action.
 * faults: io
 * tests: streams/lock_circle.c streams/lock_circle_ok.c streams/not_flushed.c
 *   streams/not_flushed_ok.c faults/io_output.c faults/io_output_ok.c */
static MASKED int print_to(FILE *stream, const char *format, va_list arguments)
{
    __divine_interrupt_mask();
    if (augur_stream_fails(augur_stream_enter(stream), ENOSPC))
        return -1;
    struct augur_sink sink = { .fd = stream->_fileno };
    if (!augur_is_straight(stream)) {
        sink.fd = 0;
        sink.stream = stream;
    }
    int length = augur_format(&sink, format, arguments);
    return sink.failed ? -1 : length;
}

int vdprintf(int fd, const char *restrict format, va_list arguments)
{
    return augur_vprint(fd, format, arguments);
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    pthread_testcancel();
    return print_to(stream, format, arguments);
}

int vprintf(const char *restrict format, va_list arguments)
{
    return vfprintf(out, format, arguments);
}

/* No section: who else looks at the buffer, or at what is printed, meanwhile is to be told. */
int augur_print_to_buffer(char *buffer, size_t size, const char *format, va_list arguments)
{
    struct augur_sink sink = { .fd = -1, .start = size ? buffer : NULL, .buffer = buffer,
                               .room = size ? size - 1 : 0 };
    int length = augur_format(&sink, format, arguments);
    if (size)
        *sink.buffer = 0;
    return length;
}

int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments)
{
    return augur_print_to_buffer(buffer, size, format, arguments);
}

int vsprintf(char *restrict buffer, const char *restrict format, va_list arguments)
{
    return augur_print_to_buffer(buffer, SIZE_MAX, format, arguments);
}

int vasprintf(char **restrict result, const char *restrict format, va_list arguments)
{
    int length = augur_print_to_buffer(NULL, 0, format, arguments);
    char *buffer = length < 0 ? NULL : malloc((size_t)length + 1);
    if (!buffer)
        return -1;
    augur_print_to_buffer(buffer, (size_t)length + 1, format, arguments);
    *result = buffer;
    return length;
}

/* The variadic form of a function that takes a va_list. */
#define VARIADIC(call)                 \
    va_list arguments;                 \
    va_start(arguments, format);       \
    int length = call;                 \
    va_end(arguments);                 \
    return length

int printf(const char *restrict format, ...) { VARIADIC(vfprintf(out, format, arguments)); }

int augur_print(int fd, const char *format, ...)
{
    VARIADIC(augur_vprint(fd, format, arguments));
}

int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    VARIADIC(vfprintf(stream, format, arguments));
}

int dprintf(int fd, const char *restrict format, ...)
{
    VARIADIC(augur_vprint(fd, format, arguments));
}

int sprintf(char *restrict buffer, const char *restrict format, ...)
{
    VARIADIC(augur_print_to_buffer(buffer, SIZE_MAX, format, arguments));
}

int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...)
{
    VARIADIC(augur_print_to_buffer(buffer, size, format, arguments));
}

int asprintf(char **restrict result, const char *restrict format, ...)
{
    VARIADIC(vasprintf(result, format, arguments));
}

MASKED void perror(const char *prefix)
{
    __divine_interrupt_mask();
    const char *text = strerror(errno);
    augur_stream_enter((FILE *)&augur_stream_error);
    if (prefix && *prefix)
        augur_print(2, "%s: %s\n", prefix, text);
    else
        augur_print(2, "%s\n", text);
}
