/* <wctype.h>: in the C locale classes and cases end with ASCII, in C.UTF-8 musl's
 * tables say the rest. */
#include "libc.h"
#include <ctype.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* posix: others
 * explored: the result follows from the arguments and the locale (C, or Unicode as musl has it).
 * left out: other locales.
 * accesses: r the hidden locale above 127.
 * tests: data-race/hidden_locale.c data-race/hidden_locale_ok.c libc/multibyte.c
 *   libc/wide_strings.c */

int augur_unicode_alpha(wint_t c);
int augur_unicode_cntrl(wint_t c);
int augur_unicode_print(wint_t c);
int augur_unicode_punct(wint_t c);
int augur_unicode_space(wint_t c);
wint_t augur_unicode_lower(wint_t c);
wint_t augur_unicode_upper(wint_t c);
int augur_unicode_width(wchar_t c);

static int is_lower(wint_t c) { return augur_unicode_upper(c) != c; }
static int is_upper(wint_t c) { return augur_unicode_lower(c) != c; }
static int is_alnum(wint_t c) { return augur_unicode_alpha(c); }
static int is_graph(wint_t c) { return augur_unicode_print(c) && !augur_unicode_space(c); }
static int is_none(wint_t c) { return (void)c, 0; }
static int is_blank(wint_t c) { return augur_unicode_space(c) && c != 0x85 && c != 0x2028 && c != 0x2029; }

/* A class as wctype() returns it is its index here, from 1 on. */
static const struct class {
    const char *name;
    unsigned short ascii;
    int (*beyond)(wint_t c);
} classes[] = {
    { "alnum", _ISalnum, is_alnum },
    { "alpha", _ISalpha, augur_unicode_alpha },
    { "blank", _ISblank, is_blank },
    { "cntrl", _IScntrl, augur_unicode_cntrl },
    { "digit", _ISdigit, is_none },
    { "graph", _ISgraph, is_graph },
    { "lower", _ISlower, is_lower },
    { "print", _ISprint, augur_unicode_print },
    { "punct", _ISpunct, augur_unicode_punct },
    { "space", _ISspace, augur_unicode_space },
    { "upper", _ISupper, is_upper },
    { "xdigit", _ISxdigit, is_none },
};
enum { CLASSES = sizeof classes / sizeof *classes };

static int is_in(const struct class *class, wint_t c)
{
    if (c < 128)
        return (*__ctype_b_loc())[c] & class->ascii;
    return c != WEOF && augur_is_utf8() && class->beyond(c);
}

#define TEST(name, index)                                                             \
    int name(wint_t c) { return is_in(&classes[index], c); }                          \
    int name##_l(wint_t c, locale_t locale) { return (void)locale, is_in(&classes[index], c); }
TEST(iswalnum, 0)
TEST(iswalpha, 1)
TEST(iswblank, 2)
TEST(iswcntrl, 3)
TEST(iswdigit, 4)
TEST(iswgraph, 5)
TEST(iswlower, 6)
TEST(iswprint, 7)
TEST(iswpunct, 8)
TEST(iswspace, 9)
TEST(iswupper, 10)
TEST(iswxdigit, 11)

wctype_t wctype(const char *name)
{
    for (int i = 0; i < CLASSES; i++)
        if (strcmp(classes[i].name, name) == 0)
            return (wctype_t)i + 1;
    return 0;
}

int iswctype(wint_t c, wctype_t class)
{
    return class > 0 && class <= CLASSES && is_in(&classes[class - 1], c);
}

wctype_t wctype_l(const char *name, locale_t locale) { return (void)locale, wctype(name); }

int iswctype_l(wint_t c, wctype_t class, locale_t locale)
{
    return (void)locale, iswctype(c, class);
}

/* ---- cases and widths ------------------------------------------------- */

wint_t towlower(wint_t c)
{
    if (c < 128)
        return (wint_t)tolower((int)c);
    return c != WEOF && augur_is_utf8() ? augur_unicode_lower(c) : c;
}

wint_t towupper(wint_t c)
{
    if (c < 128)
        return (wint_t)toupper((int)c);
    return c != WEOF && augur_is_utf8() ? augur_unicode_upper(c) : c;
}

wint_t towlower_l(wint_t c, locale_t locale) { return (void)locale, towlower(c); }
wint_t towupper_l(wint_t c, locale_t locale) { return (void)locale, towupper(c); }

static const int to_lower = 1, to_upper = 2;

wctrans_t wctrans(const char *name)
{
    return strcmp(name, "tolower") == 0   ? &to_lower
           : strcmp(name, "toupper") == 0 ? &to_upper
                                          : NULL;
}

wint_t towctrans(wint_t c, wctrans_t to)
{
    return to == &to_lower ? towlower(c) : to == &to_upper ? towupper(c) : c;
}

wctrans_t wctrans_l(const char *name, locale_t locale) { return (void)locale, wctrans(name); }

wint_t towctrans_l(wint_t c, wctrans_t to, locale_t locale)
{
    return (void)locale, towctrans(c, to);
}

int wcwidth(wchar_t c)
{
    if ((unsigned)c < 128)
        return !c ? 0 : isprint(c) ? 1 : -1;
    return augur_is_utf8() ? augur_unicode_width(c) : -1;
}

int wcswidth(const wchar_t *s, size_t size)
{
    int sum = 0;
    for (; size && *s; size--, s++) {
        int width = wcwidth(*s);
        if (width < 0)
            return -1;
        sum += width;
    }
    return sum;
}
