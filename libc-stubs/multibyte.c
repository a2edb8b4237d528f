/* <wchar.h>, <stdlib.h>: multibyte characters where the two locales differ. In the
 * C locale only ASCII is coded; musl's functions know UTF-8. */
#include "libc.h"
#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

size_t augur_utf8_mbrtowc(wchar_t *to, const char *from, size_t size, mbstate_t *state);
size_t augur_utf8_wcrtomb(char *to, wchar_t c, mbstate_t *state);
int augur_utf8_mbtowc(wchar_t *to, const char *from, size_t size);

static int is_uncoded(const char *from, size_t size)
{
    return from && size && (unsigned char)*from > 127 && !augur_is_utf8();
}

size_t mbrtowc(wchar_t *restrict to, const char *restrict from, size_t size,
               mbstate_t *restrict state)
{
    if (is_uncoded(from, size))
        return errno = EILSEQ, (size_t)-1;
    return augur_utf8_mbrtowc(to, from, size, state);
}

int mbtowc(wchar_t *restrict to, const char *restrict from, size_t size)
{
    if (is_uncoded(from, size))
        return errno = EILSEQ, -1;
    return augur_utf8_mbtowc(to, from, size);
}

size_t wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state)
{
    if (to && (unsigned)c > 127 && !augur_is_utf8())
        return errno = EILSEQ, (size_t)-1;
    return augur_utf8_wcrtomb(to, c, state);
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t size,
                 mbstate_t *restrict state)
{
    static mbstate_t own;
    const char *at = *from;
    wchar_t spare;
    for (size_t count = 0;; count++) {
        if (to && count == size) {
            *from = at;
            return count;
        }
        size_t length = mbrtowc(to ? to + count : &spare, at, SIZE_MAX, state ? state : &own);
        if (length == (size_t)-1) {
            if (to)
                *from = at;
            return length;
        }
        if (!length) {
            if (to)
                *from = NULL;
            return count;
        }
        at += length;
    }
}

size_t __mbrlen(const char *restrict from, size_t size, mbstate_t *restrict state)
{
    return mbrlen(from, size, state);
}
