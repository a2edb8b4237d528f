/* <wchar.h>: input of wide characters, decoded from the bytes of a stream. */
#include "stream.h"
#include <errno.h>
#include <wchar.h>

/* posix: others
 * explored: as fgetc and fgets, with the lock of the stream; a line is one action.
 * left out: what glibc does to a stream that is used for both kinds of characters; those
 *   that do not lock do so here, and race with nobody.
 * faults: io
 * accesses: w the text.
 * tests: races:fgetws libc/wide_input.c */

/* Inside a section. */
static wint_t get_wide(struct augur_stream *s)
{
    mbstate_t state = { 0 };
    wchar_t wide;
    for (;;) {
        int c = augur_stream_get(s);
        if (c == EOF)
            return WEOF;
        char byte = (char)c;
        size_t length = mbrtowc(&wide, &byte, 1, &state);
        if (length == (size_t)-1)
            return WEOF;
        if (length != (size_t)-2)
            return (wint_t)wide;
    }
}

static MASKED wint_t get_one(FILE *stream, int how)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_use(stream, how);
    return augur_stream_fails(s, EIO) ? WEOF : get_wide(s);
}

wint_t augur_get_wide(FILE *stream, int how)
{
    augur_may_cancel();
    wint_t c = get_one(stream, how);
    augur_stream_end();
    return c;
}

wint_t fgetwc(FILE *stream) { return augur_get_wide(stream, AUGUR_LOCKED); }
wint_t getwc(FILE *stream) { return fgetwc(stream); }
wint_t getwchar(void) { return fgetwc(stdin); }

static MASKED wint_t push(wint_t c, FILE *stream)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_enter(stream);
    char bytes[8];
    mbstate_t state = { 0 };
    size_t length = c == WEOF ? (size_t)-1 : wcrtomb(bytes, (wchar_t)c, &state);
    if (length == (size_t)-1)
        return WEOF;
    while (length)
        if (augur_stream_push(s, (unsigned char)bytes[--length]) == EOF)
            return WEOF;
    return c;
}

wint_t ungetwc(wint_t c, FILE *stream)
{
    augur_may_cancel();
    return push(c, stream);
}

/* The length of the line, or -1. */
static MASKED int get_line(wchar_t *buffer, int size, FILE *stream, int how)
{
    __divine_interrupt_mask();
    struct augur_stream *s = augur_stream_use(stream, how);
    int length = 0;
    wint_t c = 0;
    if (size <= 0 || augur_stream_fails(s, EIO))
        return -1;
    while (length < size - 1 && c != L'\n' && (c = get_wide(s)) != WEOF)
        buffer[length++] = (wchar_t)c;
    if ((!length && size > 1) || s->file._flags & AUGUR_STREAM_ERROR)
        return -1;
    buffer[length] = 0;
    return length;
}

wchar_t *augur_get_wide_line(wchar_t *buffer, int size, FILE *stream, int how)
{
    augur_may_cancel();
    int length = get_line(buffer, size, stream, how);
    if (length >= 0)
        augur_writes(buffer, ((size_t)length + 1) * sizeof *buffer);
    augur_stream_end();
    return length < 0 ? NULL : buffer;
}

wchar_t *fgetws(wchar_t *restrict buffer, int size, FILE *restrict stream)
{
    return augur_get_wide_line(buffer, size, stream, AUGUR_LOCKED);
}

/* A stream here may mix both widths, so any answer to what it is fits. */
int fwide(FILE *stream, int mode) { return (void)stream, mode; }

/* ---- formatted -------------------------------------------------------- */

static int get(void *stream) { return augur_stream_get(stream); }

static MASKED int scan_source(struct augur_source *source, const wchar_t *wide_format,
                              va_list arguments)
{
    __divine_interrupt_mask();
    if (!augur_is_utf8())
        for (const wchar_t *p = wide_format; *p; p++)
            if ((unsigned)*p > 127)
                return errno = EILSEQ, EOF;
    struct augur_stream *s = augur_stream_enter(source->stream);
    if (augur_stream_fails(s, EIO))
        return EOF;
    source->stream = s;
    char *format = augur_to_utf8(wide_format);
    int result = augur_scan(source, format, arguments);
    if (source->has_ahead && source->ahead != EOF)
        augur_stream_push(s, source->ahead);
    __augur_delete(format, AUGUR_LIBRARY, 0);
    return result;
}

static int scan(FILE *stream, const wchar_t *wide_format, va_list arguments)
{
    struct augur_source source = { .get = get, .stream = stream, .is_wide = 1 };
    augur_may_cancel();
    int result = augur_scan_end(&source, scan_source(&source, wide_format, arguments));
    augur_stream_end();
    return result;
}

#define VARIADIC(call)                   \
    va_list arguments;                   \
    va_start(arguments, wide_format);    \
    int result = call;                   \
    va_end(arguments);                   \
    return result

/* glibc's headers give these other names, by language version. */
#define SCAN(tag, prefix)                                                                \
    int vfscan_##tag(FILE *, const wchar_t *, va_list) __asm__(prefix "vfwscanf");       \
    int vfscan_##tag(FILE *stream, const wchar_t *wide_format, va_list arguments)        \
    {                                                                                    \
        return scan(stream, wide_format, arguments);                                     \
    }                                                                                    \
    int vscan_##tag(const wchar_t *, va_list) __asm__(prefix "vwscanf");                 \
    int vscan_##tag(const wchar_t *wide_format, va_list arguments)                       \
    {                                                                                    \
        return scan(stdin, wide_format, arguments);                                      \
    }                                                                                    \
    int fscan_##tag(FILE *, const wchar_t *, ...) __asm__(prefix "fwscanf");             \
    int fscan_##tag(FILE *stream, const wchar_t *wide_format, ...)                       \
    {                                                                                    \
        VARIADIC(scan(stream, wide_format, arguments));                                  \
    }                                                                                    \
    int scan_##tag(const wchar_t *, ...) __asm__(prefix "wscanf");                       \
    int scan_##tag(const wchar_t *wide_format, ...)                                      \
    {                                                                                    \
        VARIADIC(scan(stdin, wide_format, arguments));                                   \
    }
SCAN(89, "")
SCAN(99, "__isoc99_")
SCAN(23, "__isoc23_")
