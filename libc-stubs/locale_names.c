/* The second names that glibc has for functions with a locale, which libstdc++ uses. */
#define _GNU_SOURCE
#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

#define SECOND_NAME(type, name, parameters, arguments)                        \
    type __##name parameters;                                                 \
    type __##name parameters { return name arguments; }

SECOND_NAME(locale_t, newlocale, (int mask, const char *name, locale_t base), (mask, name, base))
SECOND_NAME(locale_t, duplocale, (locale_t locale), (locale))
SECOND_NAME(locale_t, uselocale, (locale_t locale), (locale))
SECOND_NAME(char *, nl_langinfo_l, (nl_item item, locale_t locale), (item, locale))
SECOND_NAME(int, strcoll_l, (const char *a, const char *b, locale_t locale), (a, b, locale))
SECOND_NAME(int, wcscoll_l, (const wchar_t *a, const wchar_t *b, locale_t locale), (a, b, locale))
SECOND_NAME(size_t, strxfrm_l, (char *to, const char *from, size_t size, locale_t locale),
            (to, from, size, locale))
SECOND_NAME(size_t, wcsxfrm_l, (wchar_t *to, const wchar_t *from, size_t size, locale_t locale),
            (to, from, size, locale))
SECOND_NAME(size_t, strftime_l,
            (char *to, size_t size, const char *format, const struct tm *time, locale_t locale),
            (to, size, format, time, locale))
SECOND_NAME(size_t, wcsftime_l,
            (wchar_t *to, size_t size, const wchar_t *format, const struct tm *time, locale_t locale),
            (to, size, format, time, locale))
SECOND_NAME(wctype_t, wctype_l, (const char *name, locale_t locale), (name, locale))
SECOND_NAME(int, iswctype_l, (wint_t c, wctype_t class, locale_t locale), (c, class, locale))

void __freelocale(locale_t locale);
void __freelocale(locale_t locale) { freelocale(locale); }
