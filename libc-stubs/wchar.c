/* <wchar.h>: what glibc has and musl has not, and numbers, which are narrowed and
 * left to the functions of <stdlib.h>. Input and output are in wprintf.c. */
#include "libc.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

/* posix: others
 * explored: the result follows from the arguments. Each character of what others can reach is an
 *   access of its own. Places that overlap are reported where they must not.
 * left out: the order of other locales.
 * accesses: r what is read, w the target.
 * tests: races:wcscpy races:wcslen races:wmemset libc/wide_overflow.c libc/wide_strings.c */

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t size)
{
    return memmove(to, from, size * sizeof *to);
}

wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size)
{
    return wmemcpy(to, from, size) + size;
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c)
{
    while (*s && *s != c)
        s++;
    return (wchar_t *)s;
}

/* Both locales compare by number. */
int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }

int wcscoll_l(const wchar_t *a, const wchar_t *b, locale_t locale)
{
    return (void)locale, wcscmp(a, b);
}

size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t size)
{
    size_t length = wcslen(from);
    if (size > length)
        wcscpy(to, from);
    else if (size)
        wmemcpy(to, from, size);
    return length;
}

size_t wcsxfrm_l(wchar_t *restrict to, const wchar_t *restrict from, size_t size, locale_t locale)
{
    return (void)locale, wcsxfrm(to, from, size);
}

/* ---- numbers ---------------------------------------------------------- */

/* What a number can be made of; the first other character ends it. */
static int is_of_number(wchar_t c)
{
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '+' ||
           c == '-' || c == '.' || c == '(' || c == ')' || c == '_';
}

struct narrow {
    const wchar_t *start;    /* behind the white space */
    char *text;
    char small[64];
};

static void narrow(struct narrow *n, const wchar_t *from)
{
    while (iswspace((wint_t)*from))
        from++;
    size_t length = 0;
    while (is_of_number(from[length]))
        length++;
    n->start = from;
    n->text = length < sizeof n->small
                  ? n->small
                  : __augur_alloc(length + 1, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    for (size_t i = 0; i < length; i++)
        n->text[i] = (char)from[i];
    n->text[length] = 0;
}

static void finish(struct narrow *n, const wchar_t *from, wchar_t **end, char *narrow_end)
{
    if (end)
        *end = (wchar_t *)(narrow_end == n->text ? from : n->start + (narrow_end - n->text));
    if (n->text != n->small)
        __augur_delete(n->text, AUGUR_LIBRARY, 0);
}

#define FLOATING(name, type, convert)                                           \
    type name(const wchar_t *restrict from, wchar_t **restrict end)             \
    {                                                                           \
        struct narrow n;                                                        \
        char *narrow_end;                                                       \
        narrow(&n, from);                                                       \
        type value = convert(n.text, &narrow_end);                              \
        finish(&n, from, end, narrow_end);                                      \
        return value;                                                           \
    }                                                                           \
    type name##_l(const wchar_t *restrict from, wchar_t **restrict end, locale_t locale) \
    {                                                                           \
        return (void)locale, name(from, end);                                   \
    }
FLOATING(wcstof, float, strtof)
FLOATING(wcstod, double, strtod)
FLOATING(wcstold, long double, strtold)

#define INTEGER(name, type, convert)                                            \
    type name(const wchar_t *restrict from, wchar_t **restrict end, int base);  \
    type name(const wchar_t *restrict from, wchar_t **restrict end, int base)   \
    {                                                                           \
        struct narrow n;                                                        \
        char *narrow_end;                                                       \
        narrow(&n, from);                                                       \
        type value = (type)convert(n.text, &narrow_end, base);                  \
        finish(&n, from, end, narrow_end);                                      \
        return value;                                                           \
    }
#define INTEGER_WITH_LOCALE(name, type)                                         \
    type name##_l(const wchar_t *restrict from, wchar_t **restrict end, int base, \
                  locale_t locale)                                              \
    {                                                                           \
        return (void)locale, name(from, end, base);                             \
    }
INTEGER(wcstol, long, strtol)
INTEGER(wcstoul, unsigned long, strtoul)
INTEGER(wcstoll, long long, strtoll)
INTEGER(wcstoull, unsigned long long, strtoull)
INTEGER(wcstoq, long long, strtoll)
INTEGER(wcstouq, unsigned long long, strtoull)
INTEGER(wcstoimax, intmax_t, strtoll)
INTEGER(wcstoumax, uintmax_t, strtoull)
INTEGER(__isoc23_wcstol, long, strtol)
INTEGER(__isoc23_wcstoul, unsigned long, strtoul)
INTEGER(__isoc23_wcstoll, long long, strtoll)
INTEGER(__isoc23_wcstoull, unsigned long long, strtoull)
INTEGER(__isoc23_wcstoimax, intmax_t, strtoll)
INTEGER(__isoc23_wcstoumax, uintmax_t, strtoull)
INTEGER_WITH_LOCALE(wcstol, long)
INTEGER_WITH_LOCALE(wcstoul, unsigned long)
INTEGER_WITH_LOCALE(wcstoll, long long)
INTEGER_WITH_LOCALE(wcstoull, unsigned long long)

/* ---- time ------------------------------------------------------------- */

/* The format is narrowed, the result widened: neither locale's names leave ASCII. */
size_t wcsftime(wchar_t *restrict to, size_t size, const wchar_t *restrict format,
                const struct tm *restrict tm)
{
    char text[256], narrow_format[128];
    size_t length = wcslen(format);
    if (length >= sizeof narrow_format)
        __augur_unsupported("wcsftime with a long format");
    for (size_t i = 0; i <= length; i++) {
        if (format[i] < 0 || format[i] > 127)
            __augur_unsupported("wcsftime with a format beyond ASCII");
        narrow_format[i] = (char)format[i];
    }
    length = strftime(text, sizeof text, narrow_format, tm);
    if (length >= size)
        return 0;
    for (size_t i = 0; i <= length; i++)
        to[i] = text[i];
    return length;
}

size_t wcsftime_l(wchar_t *restrict to, size_t size, const wchar_t *restrict format,
                  const struct tm *restrict tm, locale_t locale)
{
    return (void)locale, wcsftime(to, size, format, tm);
}
