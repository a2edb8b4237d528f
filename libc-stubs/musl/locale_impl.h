/* In place of musl's header, which knows locales that are loaded from files. What
 * we compile from musl always codes characters in UTF-8; the C locale, where only
 * ASCII is coded, is made of it in multibyte.c and wctype.c. */
#ifndef AUGUR_LOCALE_IMPL_H
#define AUGUR_LOCALE_IMPL_H

#include <locale.h>
#include <stdlib.h>

#define CURRENT_UTF8 1
#undef MB_CUR_MAX
#define MB_CUR_MAX ((size_t)6)

#endif
