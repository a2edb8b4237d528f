//@ expect: safe
//@ output: native
//@ needs: musl
// Multibyte characters: C and C.UTF-8, good and bad sequences, states, locales.
#define _GNU_SOURCE
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>

static const char *const texts[] = {
    "", "a", "abc", "\xc3\xa9", "\xc3", "\xe2\x82\xac!", "\xf0\x9f\x98\x80", "\xff", "\x80", "a\xc3\xa9z",
    "\xc0\x80", "\xe2\x82", "ab\xe2(\xa1",
};

static void decode(const char *text)
{
    wchar_t wide[16], c;
    mbstate_t state;
    size_t size = strlen(text);
    memset(&state, 0, sizeof state);
    for (size_t used = 0; used <= size;) {
        errno = 0;
        c = 0x7777;
        size_t length = mbrtowc(&c, text + used, size - used + 1, &state);
        printf("%zd:%x:%d:%d ", length, (unsigned)c, errno, !mbsinit(&state));
        if (length == 0 || length > size)
            break;
        used += length;
    }
    errno = 0;
    size_t count = mbstowcs(wide, text, 16);
    printf("| %zd %d", count, errno);
    for (size_t i = 0; count != (size_t)-1 && i < count; i++)
        printf(" %x", (unsigned)wide[i]);
    const char *from = text;
    memset(&state, 0, sizeof state);
    count = mbsrtowcs(wide, &from, 2, &state);
    printf(" | %zd %td", count, from ? from - text : -1);
    from = text;
    memset(&state, 0, sizeof state);
    count = mbsnrtowcs(wide, &from, 2, 16, &state);
    printf(" %zd %td", count, from ? from - text : -1);
    mblen(NULL, 0);
    printf(" %d", mblen(text, size));
    mbtowc(NULL, NULL, 0);
    printf(" %d\n", mbtowc(&c, text, size));
}

static void encode(wchar_t c)
{
    char bytes[16];
    mbstate_t state;
    memset(&state, 0, sizeof state);
    errno = 0;
    size_t length = wcrtomb(bytes, c, &state);
    printf("%x: %zd %d", (unsigned)c, length, errno);
    for (size_t i = 0; length != (size_t)-1 && i < length; i++)
        printf(" %02x", (unsigned char)bytes[i]);
    printf(" %d %d", wctob((wint_t)c), wctomb(bytes, c));
    wchar_t text[3] = { c, L'z', 0 };
    const wchar_t *from = text;
    memset(&state, 0, sizeof state);
    printf(" %zd %zd\n", wcstombs(bytes, text, sizeof bytes), wcsrtombs(bytes, &from, 3, &state));
}

static void all(void)
{
    printf("%s %zu %s\n", setlocale(LC_ALL, NULL), MB_CUR_MAX, nl_langinfo(CODESET));
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        decode(texts[i]);
    static const wchar_t wide[] = { 0, 'a', 0x7f, 0x80, 0xe9, 0x7ff, 0x800, 0x20ac, 0xd800, 0xffff, 0x10000, 0x1f600,
                                    0x10ffff, -1 };
    for (unsigned i = 0; i < sizeof wide / sizeof *wide; i++)
        encode(wide[i]);
    for (int c = -1; c < 260; c += 29)
        printf("%d ", (int)btowc(c));
    printf("%d %x %x\n", iswalpha(0xe9) != 0, (unsigned)towupper(0xe9), (unsigned)towlower(0x416));
}

static void unicode(void)
{
    char16_t c16;
    char32_t c32;
    char bytes[16];
    mbstate_t state;
    memset(&state, 0, sizeof state);
    size_t length = mbrtoc16(&c16, "\xf0\x9f\x98\x80", 4, &state);
    printf("%zd %x", length, c16);
    length = mbrtoc16(&c16, "", 0, &state);
    printf(" %zd %x", length, c16);
    memset(&state, 0, sizeof state);
    length = mbrtoc32(&c32, "\xe2\x82\xac", 3, &state);
    printf(" %zd %x", length, c32);
    memset(&state, 0, sizeof state);
    printf(" %zd", c16rtomb(bytes, 0xd83d, &state));
    printf(" %zd", c16rtomb(bytes, 0xde00, &state));
    memset(&state, 0, sizeof state);
    printf(" %zd %.2x\n", c32rtomb(bytes, 0x20ac, &state), (unsigned char)bytes[0]);
}

int main(void)
{
    all();
    printf("%s\n", setlocale(LC_CTYPE, "C.UTF-8"));
    printf("%s\n", setlocale(LC_ALL, NULL));
    if (!setlocale(LC_ALL, "C.UTF-8"))
        return 1;
    all();
    unicode();
    printf("%d %s\n", setlocale(LC_ALL, "no_WHERE.utf8") == NULL, setlocale(LC_NUMERIC, "POSIX"));
    locale_t c = newlocale(LC_ALL_MASK, "C", NULL), old = uselocale(c);
    printf("%zu %d\n", MB_CUR_MAX, old == LC_GLOBAL_LOCALE);
    uselocale(old);
    freelocale(c);
    printf("%zu %s %s %d\n", MB_CUR_MAX, localeconv()->decimal_point, nl_langinfo(D_FMT), localeconv()->frac_digits);
    return 0;
}
