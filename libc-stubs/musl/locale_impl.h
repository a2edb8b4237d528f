/* In place of musl's header, which knows locales that are loaded from files. What
 * we compile from musl always codes characters in UTF-8; the C locale, where only
 * ASCII is coded, is made of it in multibyte.c and wctype.c. */
#ifndef AUGUR_LOCALE_IMPL_H
#define AUGUR_LOCALE_IMPL_H

#include <locale.h>
#include <stdlib.h>

#define CURRENT_UTF8 1
#define UTF8_LOCALE ((locale_t)0)
#define CURRENT_LOCALE ((locale_t){ 0 })
/* What iconv calls UTF-8 is that whatever the locale. */
#ifdef _ICONV_H
size_t augur_utf8_mbrtowc(wchar_t *, const char *, size_t, mbstate_t *);
int augur_utf8_wctomb(char *, wchar_t);
#define mbrtowc augur_utf8_mbrtowc
#define wctomb augur_utf8_wctomb
#endif
#undef MB_CUR_MAX
#define MB_CUR_MAX ((size_t)6)

#endif
