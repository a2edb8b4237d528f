/* <stdio.h>: output. Nothing is buffered: what is written is shown with the
 * trace and is no part of the state. The streams are constants, so that naming
 * stdout costs no visible action; a program that assigns to stdout is told that
 * it writes to a constant.
 *
 * Does not model files and input: fopen, getchar, scanf and the like are
 * `unsupported` when reached. */
#include "libc.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STREAM_MAGIC = (int)0xfbad0000 };

static const FILE stream_in = { ._flags = STREAM_MAGIC, ._fileno = 0 };
static const FILE stream_out = { ._flags = STREAM_MAGIC, ._fileno = 1 };
static const FILE stream_error = { ._flags = STREAM_MAGIC, ._fileno = 2 };
const FILE *const augur_stdin __asm__("stdin") = &stream_in;
const FILE *const augur_stdout __asm__("stdout") = &stream_out;
const FILE *const augur_stderr __asm__("stderr") = &stream_error;

static int output(int fd)
{
    if (fd != 1 && fd != 2)
        __augur_unsupported("output to anything but stdout and stderr");
    return fd;
}

int fileno(FILE *stream) { return stream->_fileno; }

int fileno_unlocked(FILE *stream) { return stream->_fileno; }

/* ---- unformatted ------------------------------------------------------ */

int fputc(int c, FILE *stream)
{
    char byte = (char)c;
    __augur_write(output(stream->_fileno), &byte, 1);
    return (unsigned char)c;
}

int putc(int c, FILE *stream) { return fputc(c, stream); }
int putchar(int c) { return fputc(c, (FILE *)&stream_out); }
int fputc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putchar_unlocked(int c) { return fputc(c, (FILE *)&stream_out); }
int _IO_putc(int c, FILE *stream);
int _IO_putc(int c, FILE *stream) { return fputc(c, stream); }
int __overflow(FILE *stream, int c) { return fputc(c, stream); }
int putw(int w, FILE *stream) { return fwrite(&w, sizeof w, 1, stream) == 1 ? 0 : EOF; }

MASKED int fputs(const char *restrict text, FILE *restrict stream)
{
    __divine_interrupt_mask();
    __augur_write(output(stream->_fileno), text, strlen(text));
    return 1;
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
    return fputs(text, stream);
}

MASKED int puts(const char *text)
{
    __divine_interrupt_mask();
    size_t size = strlen(text);
    __augur_write(1, text, size);
    __augur_write(1, "\n", 1);
    return (int)size + 1;
}

MASKED size_t fwrite(const void *restrict bytes, size_t size, size_t count,
                     FILE *restrict stream)
{
    __divine_interrupt_mask();
    if (size && count)
        __augur_write(output(stream->_fileno), bytes, size * count);
    return size ? count : 0;
}

size_t fwrite_unlocked(const void *restrict bytes, size_t size, size_t count,
                       FILE *restrict stream)
{
    return fwrite(bytes, size, count, stream);
}

/* ---- formatted -------------------------------------------------------- */

MASKED int augur_vprint(int fd, const char *format, va_list arguments)
{
    __divine_interrupt_mask();
    struct augur_sink sink = { .fd = output(fd) };
    return augur_format(&sink, format, arguments);
}

int vdprintf(int fd, const char *restrict format, va_list arguments)
{
    return augur_vprint(fd, format, arguments);
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    return augur_vprint(stream->_fileno, format, arguments);
}

int vprintf(const char *restrict format, va_list arguments)
{
    return augur_vprint(1, format, arguments);
}

MASKED int vsnprintf(char *restrict buffer, size_t size, const char *restrict format,
                     va_list arguments)
{
    __divine_interrupt_mask();
    struct augur_sink sink = { .fd = -1, .buffer = buffer, .room = size ? size - 1 : 0 };
    int length = augur_format(&sink, format, arguments);
    if (size)
        *sink.buffer = 0;
    return length;
}

int vsprintf(char *restrict buffer, const char *restrict format, va_list arguments)
{
    return vsnprintf(buffer, SIZE_MAX, format, arguments);
}

MASKED int vasprintf(char **restrict result, const char *restrict format, va_list arguments)
{
    __divine_interrupt_mask();
    int length = vsnprintf(NULL, 0, format, arguments);
    char *buffer = length < 0 ? NULL : malloc((size_t)length + 1);
    if (!buffer)
        return -1;
    vsnprintf(buffer, (size_t)length + 1, format, arguments);
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

int printf(const char *restrict format, ...) { VARIADIC(augur_vprint(1, format, arguments)); }

int augur_print(int fd, const char *format, ...)
{
    VARIADIC(augur_vprint(fd, format, arguments));
}

int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    VARIADIC(augur_vprint(stream->_fileno, format, arguments));
}

int dprintf(int fd, const char *restrict format, ...)
{
    VARIADIC(augur_vprint(fd, format, arguments));
}

int sprintf(char *restrict buffer, const char *restrict format, ...)
{
    VARIADIC(vsnprintf(buffer, SIZE_MAX, format, arguments));
}

int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...)
{
    VARIADIC(vsnprintf(buffer, size, format, arguments));
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

/* ---- states of a stream ----------------------------------------------- */

int fflush(FILE *stream) { return (void)stream, 0; }
int fflush_unlocked(FILE *stream) { return (void)stream, 0; }
int ferror(FILE *stream) { return (void)stream, 0; }
int ferror_unlocked(FILE *stream) { return (void)stream, 0; }
int feof(FILE *stream) { return (void)stream, 0; }
int feof_unlocked(FILE *stream) { return (void)stream, 0; }
void clearerr(FILE *stream) { (void)stream; }
void clearerr_unlocked(FILE *stream) { (void)stream; }
int fclose(FILE *stream) { return (void)stream, 0; }
void setbuf(FILE *restrict stream, char *restrict buffer) { (void)stream, (void)buffer; }
void setlinebuf(FILE *stream) { (void)stream; }

void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size)
{
    (void)stream, (void)buffer, (void)size;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    (void)stream, (void)buffer, (void)mode, (void)size;
    return 0;
}

/* A call writes at once and whole, so there is nothing a lock would add but the
 * exclusion of other threads between two calls. */
void flockfile(FILE *stream)
{
    (void)stream;
    __augur_unsupported("flockfile");
}
