/* <stdio.h>: the standard streams and output. Nothing is buffered: what is written
 * to the output is shown with the trace and is no part of the state, what is written
 * to a file is in the file at once. stdout and stderr are constants, so that naming
 * them costs no visible action; a program that assigns to stdout is told that it
 * writes to a constant. Other streams and input are in stdio_stream.c. */
#include "file.h"
#include "stream.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const FILE augur_stream_out = { ._flags = AUGUR_STREAM_MAGIC, ._fileno = 1 };
const FILE augur_stream_error = { ._flags = AUGUR_STREAM_MAGIC, ._fileno = 2 };
const FILE *const augur_stdout __asm__("stdout") = &augur_stream_out;
const FILE *const augur_stderr __asm__("stderr") = &augur_stream_error;
static FILE *const out = (FILE *)&augur_stream_out;

/* ---- unformatted ------------------------------------------------------ */

/* Writes all, or sets the error. Inside a section. */
size_t augur_stream_write(FILE *stream, const void *bytes, size_t size)
{
    if (augur_is_straight(stream)) {
        __augur_write(stream->_fileno, bytes, size);
        return size;
    }
    return augur_stream_put(stream, bytes, size);
}

MASKED size_t fwrite(const void *restrict bytes, size_t size, size_t count,
                     FILE *restrict stream)
{
    __divine_interrupt_mask();
    size_t done = size && count ? augur_stream_write(stream, bytes, size * count) : 0;
    return size ? done / size : 0;
}

size_t fwrite_unlocked(const void *restrict bytes, size_t size, size_t count,
                       FILE *restrict stream)
{
    return fwrite(bytes, size, count, stream);
}

MASKED int fputc(int c, FILE *stream)
{
    __divine_interrupt_mask();
    char byte = (char)c;
    return augur_stream_write(stream, &byte, 1) ? (unsigned char)c : EOF;
}

int putc(int c, FILE *stream) { return fputc(c, stream); }
int putchar(int c) { return fputc(c, out); }
int fputc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putchar_unlocked(int c) { return fputc(c, out); }
int _IO_putc(int c, FILE *stream);
int _IO_putc(int c, FILE *stream) { return fputc(c, stream); }
int __overflow(FILE *stream, int c) { return fputc(c, stream); }
int putw(int w, FILE *stream) { return fwrite(&w, sizeof w, 1, stream) == 1 ? 0 : EOF; }

MASKED int fputs(const char *restrict text, FILE *restrict stream)
{
    __divine_interrupt_mask();
    size_t size = strlen(text);
    return !size || augur_stream_write(stream, text, size) == size ? 1 : EOF;
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
    return fputs(text, stream);
}

MASKED int puts(const char *text)
{
    __divine_interrupt_mask();
    size_t size = strlen(text);
    if (augur_stream_write(out, text, size) < size || !augur_stream_write(out, "\n", 1))
        return EOF;
    return (int)size + 1;
}

/* ---- formatted -------------------------------------------------------- */

MASKED int augur_vprint(int fd, const char *format, va_list arguments)
{
    __divine_interrupt_mask();
    struct augur_sink sink = { .fd = fd };
    return augur_format(&sink, format, arguments);
}

static MASKED int print_to(FILE *stream, const char *format, va_list arguments)
{
    __divine_interrupt_mask();
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
    return print_to(stream, format, arguments);
}

int vprintf(const char *restrict format, va_list arguments)
{
    return print_to(out, format, arguments);
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

int printf(const char *restrict format, ...) { VARIADIC(print_to(out, format, arguments)); }

int augur_print(int fd, const char *format, ...)
{
    VARIADIC(augur_vprint(fd, format, arguments));
}

int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    VARIADIC(print_to(stream, format, arguments));
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
    if (prefix && *prefix)
        augur_print(2, "%s: %s\n", prefix, text);
    else
        augur_print(2, "%s\n", text);
}
