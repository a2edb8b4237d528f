/* <stdio.h>: output. What is written to the output is shown with the trace and is no
 * part of the state. A program that assigns to stdout is told that it writes to a
 * constant. Other streams and input are in stdio_stream.c. */
#include "stream.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static FILE *const out = (FILE *)&augur_stream_out;

/* ---- unformatted ------------------------------------------------------ */

/* posix: fwrite fputc putc putchar fputs puts putw
 * explored: waits for the lock; fills the buffer and writes when it is full. One action,
 *   unless the file is written more than once: then others may act in between, but for those
 *   who want the lock. SIGPIPE comes while it has the lock. Before each write it may act on a
 *   cancellation, or not; while it waits for a pipe it does.
 * left out: standard output that goes nowhere else is written at once, since nobody can
 *   tell.
 * faults: io, with every short count for fwrite
 * accesses: r the text.
 * tests: streams/lock_section.c streams/lock_section_ok.c streams/lock_unlocked.c
 *   streams/lock_unlocked_ok.c streams/not_flushed_stdout.c streams/not_flushed_stdout_ok.c
 *   streams/large_text.c streams/large_text_ok.c signals/pipe_stream_handler.c
 *   signals/pipe_stream_handler_ok.c deadlock/pipe_handler_stream.c faults/io_counts_ok.c
 *   cancel/stream_output.c cancel/stream_parts.c cancel/stream_locked.c
 *   cancel/stream_locked_ok.c */
/* What the lock is asked for by comes as arguments, so that nothing happens before. */
static MASKED void begin_items(FILE *stream, int how, struct augur_writing *w)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_use(stream, how);
    if (w->size && augur_stream_fails(s, ENOSPC))
        w->size = augur_short_count(w->size);
    if (w->size)
        augur_stream_write_part(w);
}

size_t augur_write_items(const void *bytes, size_t size, size_t count, FILE *stream, int how)
{
    augur_may_cancel();
    struct augur_writing w = { .stream = stream, .bytes = bytes, .size = size * count, .how = how };
    begin_items(stream, how, &w);
    augur_stream_write_rest(&w);
    return size ? w.done / size : 0;
}

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream)
{
    return augur_write_items(bytes, size, count, stream, AUGUR_LOCKED);
}

/* 0, or EOF. */
static MASKED int begin_text(FILE *stream, int how, struct augur_writing *w)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_use(stream, how);
    if (!w->size)
        w->size = strlen(w->bytes);
    if (augur_stream_fails(s, ENOSPC))
        return EOF;
    if (w->size || w->then)
        augur_stream_write_part(w);
    return 0;
}

static int write_text(struct augur_writing w)
{
    augur_may_cancel();
    if (begin_text(w.stream, w.how, &w))
        return EOF;
    augur_stream_write_rest(&w);
    return w.done == w.size ? 0 : EOF;
}

int augur_put_one(int c, FILE *stream, int how)
{
    char byte = (char)c;
    struct augur_writing w = { .stream = stream, .bytes = &byte, .size = 1, .how = how };
    return write_text(w) ? EOF : (unsigned char)c;
}

int augur_put_text(const char *text, FILE *stream, int how)
{
    struct augur_writing w = { .stream = stream, .bytes = text, .how = how };
    return write_text(w) ? EOF : 1;
}

int fputc(int c, FILE *stream) { return augur_put_one(c, stream, AUGUR_LOCKED); }
int putc(int c, FILE *stream) { return fputc(c, stream); }
int putchar(int c) { return fputc(c, out); }
int _IO_putc(int c, FILE *stream);
int _IO_putc(int c, FILE *stream) { return fputc(c, stream); }
int putw(int w, FILE *stream) { return fwrite(&w, sizeof w, 1, stream) == 1 ? 0 : EOF; }

int fputs(const char *restrict text, FILE *restrict stream)
{
    return augur_put_text(text, stream, AUGUR_LOCKED);
}

int puts(const char *text)
{
    struct augur_writing w = { .stream = out, .bytes = text, .then = "\n" };
    return write_text(w) ? EOF : 1;
}

/* ---- formatted -------------------------------------------------------- */

/* posix: sprintf snprintf vsprintf vsnprintf asprintf vasprintf
 * explored: the text follows from the arguments. Places that overlap are reported.
 * faults: malloc (asprintf)
 * accesses: r the format and what it stands for, w the text.
 * tests: races:snprintf_out races:snprintf_in races:sprintf_out races:asprintf
 *   overlap/strings_ok.c libc/fortified_overflow.c libc/printf_text.c */

/* posix: dprintf vdprintf
 * explored: as write of the text, in one call; may act on a cancellation, or not.
 * accesses: r the format and what it stands for, w what %n stands for.
 * left out: failures.
 * tests: races:dprintf races:dprintf_format races:both_dprintf_n cancel/stream_output.c */

/* posix: printf fprintf vprintf vfprintf perror
 * explored: as fputs of the text.
 * faults: io
 * accesses: r the format and what it stands for, w what %n stands for.
 * tests: streams/lock_circle.c streams/lock_circle_ok.c streams/not_flushed.c
 *   streams/not_flushed_ok.c faults/io_output.c faults/io_output_ok.c races:both_printf_n
 *   races:both_fprintf_n */
static MASKED int begin_print(FILE *stream, struct augur_writing *w, struct augur_sink *sink,
                              const char *format, va_list arguments)
{
    __divine_interrupt_mask();
    if (augur_stream_fails(augur_stream_enter(stream), ENOSPC))
        return -1;
    sink->collects = !augur_is_straight(stream);
    sink->fd = sink->collects ? 0 : stream->_fileno;
    int length = augur_format(sink, format, arguments);
    if (sink->collects) {
        w->bytes = sink->block;
        w->size = sink->block_size;
        augur_stream_write_part(w);
    }
    return length;
}

static int print_to(FILE *stream, const char *format, va_list arguments)
{
    augur_may_cancel();
    struct augur_writing w = { .stream = stream };
    struct augur_sink sink = { 0 };
    int length = begin_print(stream, &w, &sink, format, arguments);
    augur_writes_all(sink.counts);
    augur_stream_write_rest(&w);
    return w.done < w.size ? -1 : length;
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

int augur_print_error(const char *format, ...)
{
    VARIADIC(print_to((FILE *)&augur_stream_error, format, arguments));
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

void perror(const char *prefix)
{
    const char *text = strerror(errno);
    int has_prefix = prefix && *prefix;
    augur_print_error("%s%s%s\n", has_prefix ? prefix : "", has_prefix ? ": " : "", text);
}
