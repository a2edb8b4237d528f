/* <wchar.h>: copies, which must not be made between places that overlap. */
#include "libc.h"
#include <string.h>
#include <wchar.h>

/* posix: others
 * explored: the result follows from the arguments. Each character of what others can reach is an
 *   access of its own. Places that overlap are reported where they must not.
 * left out: the order of other locales.
 * accesses: r what is read, w the target.
 * tests: races:wcscpy races:wcslen races:wmemset libc/wide_overflow.c libc/wide_strings.c */

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size)
{
    return memcpy(to, from, size * sizeof *to);
}

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    const wchar_t *f = from;
    for (wchar_t *t = to;; t++, f++) {
        wchar_t c = *t = *f;
        AUGUR_CHECK_OVERLAP("a copy of a wide string", t, from, f, to);
        if (!c)
            return t;
    }
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    wcpcpy(to, from);
    return to;
}

wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size)
{
    wchar_t *t = to, *end = NULL;
    for (const wchar_t *f = from; size; size--, t++) {
        if (end)
            *t = 0;
        else {
            wchar_t c = *t = *f;
            AUGUR_CHECK_OVERLAP("a copy of a wide string", t, from, f, to);
            if (c)
                f++;
            else
                end = t;
        }
        AUGUR_CHECK_OVERLAP("a copy of a wide string", t, from, NULL, to);
    }
    return end ? end : t;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size)
{
    wcpncpy(to, from, size);
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
    wcpcpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t size)
{
    wchar_t *start = to + wcslen(to), *end = start;
    for (const wchar_t *f = from; size && *f; size--, end++, f++) {
        *end = *f;
        AUGUR_CHECK_OVERLAP("wcsncat", end, from, f, start);
    }
    *end = 0;
    if (end != start)
        AUGUR_CHECK_OVERLAP("wcsncat", end, from, NULL, start);
    return to;
}
