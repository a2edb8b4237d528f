/* <wchar.h>: formatted and plain output of wide text, and scanning of it. Formats
 * become UTF-8, in which the engines of printf.c and scanf.c work. */
#include "stream.h"
#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

/* posix: others
 * explored: as printf and fputs, with the lock of the stream; the text of one call is one action.
 * left out: what glibc does to a stream that is used for both kinds of characters; those
 *   that do not lock do so here, and race with nobody.
 * faults: io
 * accesses: r the format and what it stands for; swprintf w the text.
 * tests: races:wprintf races:swprintf races:fputws libc/wide_printf.c */

/* Memory that dies with the call. */
static void *scratch(size_t size) { return __augur_alloc(size, 16, AUGUR_INTERNAL); }

char *augur_to_utf8(const wchar_t *from)
{
    size_t count = 0;
    while (from[count])
        count++;
    char *text = scratch(4 * count + 1), *to = text;
    for (; count; count--, from++) {
        unsigned c = (unsigned)*from;
        int length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        for (int i = length - 1; i; i--, c >>= 6)
            to[i] = (char)(0x80 | (c & 0x3f));
        to[0] = (char)(length == 1 ? c : (0xf00u >> length) | c);
        to += length;
    }
    *to = 0;
    return text;
}

/* ---- output ----------------------------------------------------------- */

/* Formats to a wide sink; text for a buffer is always codable. */
static int format(struct augur_sink *sink, const wchar_t *wide_format, va_list arguments)
{
    char *text = augur_to_utf8(wide_format);
    int length = augur_format(sink, text, arguments);
    __augur_delete(text, AUGUR_LIBRARY, 0);
    return length;
}

int vswprintf(wchar_t *restrict buffer, size_t size, const wchar_t *restrict wide_format,
                     va_list arguments)
{
    wchar_t nothing;
    struct augur_sink sink = { .fd = -1, .is_wide = 1, .wide_buffer = size ? buffer : &nothing,
                               .room = size ? size - 1 : 0 };
    int length = format(&sink, wide_format, arguments);
    if (size)
        *sink.wide_buffer = 0;
    return length < 0 || (size_t)length >= size ? -1 : length;
}

static MASKED int collect(struct augur_sink *sink, const wchar_t *wide_format, va_list arguments)
{
    __divine_interrupt_mask();
    int length = format(sink, wide_format, arguments);
    if (!augur_is_utf8())
        for (size_t i = 0; i < sink->block_size; i++)
            if (sink->block[i] & 0x80) {
                errno = EILSEQ;
                return -1;
            }
    return length;
}

int vfwprintf(FILE *restrict stream, const wchar_t *restrict wide_format, va_list arguments)
{
    struct augur_sink sink = { .collects = 1, .is_wide = 1 };
    int length = collect(&sink, wide_format, arguments);
    size_t size = sink.block_size;
    augur_writes_all(sink.counts);
    if (length >= 0 && size &&
        augur_write_items(sink.block, 1, size, stream, AUGUR_LOCKED) != size)
        length = -1;
    return length;
}

int vwprintf(const wchar_t *restrict wide_format, va_list arguments)
{
    return vfwprintf(stdout, wide_format, arguments);
}

#define VARIADIC(call)                   \
    va_list arguments;                   \
    va_start(arguments, wide_format);    \
    int length = call;                   \
    va_end(arguments);                   \
    return length

int wprintf(const wchar_t *restrict wide_format, ...)
{
    VARIADIC(vfwprintf(stdout, wide_format, arguments));
}

int fwprintf(FILE *restrict stream, const wchar_t *restrict wide_format, ...)
{
    VARIADIC(vfwprintf(stream, wide_format, arguments));
}

int swprintf(wchar_t *restrict buffer, size_t size, const wchar_t *restrict wide_format, ...)
{
    VARIADIC(vswprintf(buffer, size, wide_format, arguments));
}

wint_t augur_put_wide(wchar_t c, FILE *stream, int how)
{
    char bytes[8];
    mbstate_t state = { 0 };
    size_t length = wcrtomb(bytes, c, &state);
    if (length == (size_t)-1 || augur_write_items(bytes, 1, length, stream, how) != length)
        return WEOF;
    return (wint_t)c;
}

wint_t fputwc(wchar_t c, FILE *stream) { return augur_put_wide(c, stream, AUGUR_LOCKED); }
wint_t putwc(wchar_t c, FILE *stream) { return fputwc(c, stream); }
wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }

/* What can be coded comes out; 0 if that is all. */
static MASKED int code_text(const wchar_t *text, char **bytes)
{
    __divine_interrupt_mask();
    size_t count = 0;
    while (text[count])
        count++;
    char *to = *bytes = scratch(4 * count + 1);
    mbstate_t state = { 0 };
    for (; *text; text++) {
        size_t length = wcrtomb(to, *text, &state);
        if (length == (size_t)-1)
            break;
        to += length;
    }
    *to = 0;
    return *text != 0;
}

int augur_put_wide_text(const wchar_t *text, FILE *stream, int how)
{
    char *bytes;
    int failed = code_text(text, &bytes);
    return augur_put_text(bytes, stream, how) == EOF || failed ? -1 : 1;
}

int fputws(const wchar_t *restrict text, FILE *restrict stream)
{
    return augur_put_wide_text(text, stream, AUGUR_LOCKED);
}

/* ---- input ------------------------------------------------------------ */

static int scan(const wchar_t *wide_text, const wchar_t *wide_format, va_list arguments)
{
    char *text = augur_to_utf8(wide_text), *format = augur_to_utf8(wide_format);
    struct augur_source source = { .text = text, .is_wide = 1 };
    int result = augur_scan(&source, format, arguments);
    __augur_delete(text, AUGUR_LIBRARY, 0);
    __augur_delete(format, AUGUR_LIBRARY, 0);
    return augur_scan_end(&source, result);
}

/* glibc's headers give these other names, by language version. */
#define SCAN(name, symbol, v_name, v_symbol)                                             \
    int v_name(const wchar_t *, const wchar_t *, va_list) __asm__(v_symbol);             \
    int v_name(const wchar_t *text, const wchar_t *wide_format, va_list arguments)       \
    {                                                                                    \
        return scan(text, wide_format, arguments);                                       \
    }                                                                                    \
    int name(const wchar_t *, const wchar_t *, ...) __asm__(symbol);                     \
    int name(const wchar_t *text, const wchar_t *wide_format, ...)                       \
    {                                                                                    \
        VARIADIC(scan(text, wide_format, arguments));                                    \
    }
SCAN(scan_89, "swscanf", vscan_89, "vswscanf")
SCAN(scan_99, "__isoc99_swscanf", vscan_99, "__isoc99_vswscanf")
SCAN(scan_23, "__isoc23_swscanf", vscan_23, "__isoc23_vswscanf")
