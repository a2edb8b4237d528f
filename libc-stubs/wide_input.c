/* <wchar.h>: input of wide characters, decoded from the bytes of a stream. */
#include "libc.h"
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

/* posix: others
 * explored: as fgetc and fgets, with the lock of the stream; a line is one action.
 * left out: what glibc does to a stream that is used for both kinds of characters; those
 *   that do not lock do so here, and race with nobody.
 * faults: io
 * accesses: w the text.
 * tests: races:fgetws libc/wide_input.c */

MASKED wint_t fgetwc(FILE *stream)
{
    __divine_interrupt_mask();
    mbstate_t state = { 0 };
    wchar_t wide;
    for (;;) {
        int c = fgetc(stream);
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

wint_t getwc(FILE *stream) { return fgetwc(stream); }
wint_t getwchar(void) { return fgetwc(stdin); }
wint_t fgetwc_unlocked(FILE *stream) { return fgetwc(stream); }
wint_t getwc_unlocked(FILE *stream) { return fgetwc(stream); }
wint_t getwchar_unlocked(void) { return fgetwc(stdin); }

MASKED wint_t ungetwc(wint_t c, FILE *stream)
{
    __divine_interrupt_mask();
    char bytes[8];
    mbstate_t state = { 0 };
    size_t length = c == WEOF ? (size_t)-1 : wcrtomb(bytes, (wchar_t)c, &state);
    if (length == (size_t)-1)
        return WEOF;
    while (length)
        if (ungetc((unsigned char)bytes[--length], stream) == EOF)
            return WEOF;
    return c;
}

static MASKED int get_line(wchar_t *buffer, int size, FILE *stream)
{
    __divine_interrupt_mask();
    int length = 0;
    wint_t c = 0;
    while (length < size - 1 && c != L'\n' && (c = fgetwc(stream)) != WEOF)
        buffer[length++] = (wchar_t)c;
    if (size <= 0 || (!length && size > 1) || ferror(stream))
        return -1;
    buffer[length] = 0;
    return length;
}

wchar_t *fgetws(wchar_t *restrict buffer, int size, FILE *restrict stream)
{
    int length = get_line(buffer, size, stream);
    if (length < 0)
        return NULL;
    augur_writes(buffer, ((size_t)length + 1) * sizeof *buffer);
    return buffer;
}

wchar_t *fgetws_unlocked(wchar_t *restrict buffer, int size, FILE *restrict stream)
{
    return fgetws(buffer, size, stream);
}

/* A stream here may mix both widths, so any answer to what it is fits. */
int fwide(FILE *stream, int mode) { return (void)stream, mode; }

/* ---- formatted -------------------------------------------------------- */

static int get(void *stream) { return fgetc(stream); }

static MASKED int scan_source(struct augur_source *source, const wchar_t *wide_format,
                              va_list arguments)
{
    __divine_interrupt_mask();
    if (!augur_is_utf8())
        for (const wchar_t *p = wide_format; *p; p++)
            if ((unsigned)*p > 127)
                return errno = EILSEQ, EOF;
    char *format = augur_to_utf8(wide_format);
    int result = augur_scan(source, format, arguments);
    if (source->has_ahead && source->ahead != EOF)
        ungetc(source->ahead, source->stream);
    __divine_free(format);
    return result;
}

static int scan(FILE *stream, const wchar_t *wide_format, va_list arguments)
{
    struct augur_source source = { .get = get, .stream = stream, .is_wide = 1 };
    int result = scan_source(&source, wide_format, arguments);
    augur_scan_writes(&source);
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
