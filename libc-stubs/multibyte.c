/* <wchar.h>, <stdlib.h>: multibyte characters where the two locales differ. In the
 * C locale only ASCII is coded; musl's functions know UTF-8. */
#include "libc.h"
#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

/* posix: mbtowc mbrtowc mbsrtowcs mbsnrtowcs mbstowcs wcrtomb
 * explored: UTF-8 or single bytes, as the locale says. mbtowc and the others without a state
 *   of the caller's keep one of their own: two calls at once race.
 * left out: other encodings.
 * accesses: r the text, w the result, r and w the state; r the hidden locale above 127.
 * tests: races:both_mbtowc races:both_mbrtowc_hidden races:mbrtowc_state races:mbrtowc_out
 *   races:mbstowcs_in races:wcrtomb_out libc/multibyte.c */

size_t augur_utf8_mbrtowc(wchar_t *to, const char *from, size_t size, mbstate_t *state);
size_t augur_utf8_wcrtomb(char *to, wchar_t c, mbstate_t *state);
int augur_utf8_wctomb(char *to, wchar_t c);
int augur_utf8_mbtowc(wchar_t *to, const char *from, size_t size);

/* Enough for any character; musl keeps the size in 32 bits. */
enum { BYTES_MAX = 16 };

static int is_uncoded(const char *from, size_t size)
{
    return from && size && (unsigned char)*from > 127 && !augur_is_utf8();
}

/* Without a state of the caller's a function keeps one of its own, which two threads must
 * not use at once. */
static void touch_own_state(const mbstate_t *state)
{
    static char own;
    if (!state)
        __augur_touch(&own, sizeof own, AUGUR_WRITES);
}

size_t mbrtowc(wchar_t *restrict to, const char *restrict from, size_t size,
               mbstate_t *restrict state)
{
    touch_own_state(state);
    if (is_uncoded(from, size))
        return errno = EILSEQ, (size_t)-1;
    return augur_utf8_mbrtowc(to, from, size < BYTES_MAX ? size : BYTES_MAX, state);
}

int mbtowc(wchar_t *restrict to, const char *restrict from, size_t size)
{
    touch_own_state(NULL);
    if (is_uncoded(from, size))
        return errno = EILSEQ, -1;
    if (from && !*from) {
        if (to)
            *to = 0;
        return 0;
    }
    return augur_utf8_mbtowc(to, from, size < BYTES_MAX ? size : BYTES_MAX);
}

size_t wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state)
{
    touch_own_state(state);
    if (to && (unsigned)c > 127 && !augur_is_utf8())
        return errno = EILSEQ, (size_t)-1;
    return augur_utf8_wcrtomb(to, c, state);
}

static mbstate_t shared_state;

size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t size,
                  mbstate_t *restrict state)
{
    const char *at = *from;
    size_t count = 0, length = 0;
    wchar_t spare;
    for (; !to || count < size; count++) {
        length = bytes ? mbrtowc(to ? to + count : &spare, at, bytes, state ? state : &shared_state) : 0;
        if (!bytes || length == (size_t)-1)
            break;
        if (length == (size_t)-2) {    /* a beginning, which the state keeps */
            at += bytes;
            break;
        }
        if (!length) {
            at = NULL;
            break;
        }
        at += length;
        bytes -= length;
    }
    if (to)
        *from = at;
    return length == (size_t)-1 ? length : count;
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t size,
                 mbstate_t *restrict state)
{
    return mbsnrtowcs(to, from, SIZE_MAX, size, state ? state : &shared_state);
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t size)
{
    const char *at = from;
    mbstate_t state = { 0 };
    return mbsnrtowcs(to, &at, SIZE_MAX, size, &state);
}

size_t __mbrlen(const char *restrict from, size_t size, mbstate_t *restrict state)
{
    return mbrlen(from, size, state);
}

/* For musl's iconv. */
int augur_utf8_wctomb(char *to, wchar_t c) { return (int)augur_utf8_wcrtomb(to, c, NULL); }
