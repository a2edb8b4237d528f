/* <locale.h>: the C locale and C.UTF-8, as glibc has them without any others
 * installed. They differ in how characters are coded, and in nothing else, so
 * the state of all categories is a bit set: who is C.UTF-8. */
#include "libc.h"
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

enum { CATEGORIES = LC_IDENTIFICATION + 1, /* LC_ALL, in the middle, is none */
       EVERY = ((1 << CATEGORIES) - 1) & ~(1 << LC_ALL) };

static const char *const names[CATEGORIES] = {
    "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES", "LC_ALL",
    "LC_PAPER", "LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION",
};
enum { NO_LOCALE = -1, C_LOCALE, UTF8_LOCALE };

static char composed[320];    /* what setlocale returns when categories differ */

/* Which locale a name of this length means. */
static int locale_named(const char *name, size_t length)
{
    static const struct { const char *name; int locale; } known[] = {
        { "C", C_LOCALE }, { "POSIX", C_LOCALE }, { "C.UTF-8", UTF8_LOCALE },
        { "C.utf8", UTF8_LOCALE },
    };
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(known[i].name, name, length) == 0 && !known[i].name[length])
            return known[i].locale;
    return NO_LOCALE;
}

/* The empty name asks the environment. */
static int locale_of(int category, const char *name)
{
    if (*name)
        return locale_named(name, strlen(name));
    const char *const variables[] = { "LC_ALL", names[category], "LANG" };
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value)
            return locale_named(value, strlen(value));
    }
    return C_LOCALE;
}

/* "LC_CTYPE=C.UTF-8;LC_NUMERIC=C;…", as setlocale returns it. -1 if it is not. */
static int parse_composed(const char *text)
{
    int bits = 0;
    for (int i = 0; i < CATEGORIES; i++) {
        if (i == LC_ALL)
            continue;
        size_t length = strlen(names[i]);
        if (strncmp(text, names[i], length) != 0 || text[length] != '=')
            return -1;
        text += length + 1;
        length = strcspn(text, ";");
        int locale = locale_named(text, length);
        if (locale == NO_LOCALE)
            return -1;
        bits |= locale << i;
        text += length + (text[length] == ';');
    }
    return bits;
}

static char *current_name(int category)
{
    unsigned mask = category == LC_ALL ? EVERY : 1u << category;
    if (!(augur_utf8_categories & mask))
        return "C";
    if ((augur_utf8_categories & mask) == mask)
        return "C.UTF-8";
    char *to = composed;
    for (int i = 0; i < CATEGORIES; i++) {
        if (i == LC_ALL)
            continue;
        if (i)
            *to++ = ';';
        to += strlen(strcpy(to, names[i]));
        to += strlen(strcpy(to, augur_utf8_categories >> i & 1 ? "=C.UTF-8" : "=C"));
    }
    return composed;
}

/* posix: gettext dgettext dcgettext ngettext dngettext dcngettext textdomain bindtextdomain bind_textdomain_codeset
 * explored: there are no catalogues: the texts are those of the program.
 * left out: catalogues.
 * accesses: none that race.
 * tests: libc/catalogues.c libc/catalogues_ok.c */

/* posix: newlocale uselocale duplocale freelocale
 * explored: the locales C and C.UTF-8; what a thread uses is its own.
 * left out: all others (a null locale, as where they are not installed).
 * accesses: r the name.
 * tests: libc/multibyte.c libc/locale_missing.c */

/* posix: setlocale
 * explored: the locales C (POSIX) and C.UTF-8, which glibc always has.
 * left out: all others.
 * accesses: r the name; r the hidden locale, or w if a name is given: it races with functions that look
 *   at the locale (setlocale, localeconv, conversions of characters above 127).
 * tests: data-race/hidden_locale.c data-race/hidden_locale_ok.c races:setlocale
 *   races:both_setlocale races:both_setlocale_localeconv races:both_setlocale_mbstowcs
 *   races:both_read_setlocale */

/* posix: localeconv
 * explored: the conventions of C. What it returns may be overwritten by the next call, so two calls
 *   at once race.
 * accesses: w its hidden result, r the hidden locale.
 * tests: data-race/hidden_locale.c data-race/hidden_locale_ok.c races:both_localeconv
 *   races:both_setlocale_localeconv */

MASKED char *setlocale(int category, const char *name)
{
    __divine_interrupt_mask();
    __augur_touch(&augur_utf8_categories, sizeof augur_utf8_categories,
                  name ? AUGUR_WRITES : AUGUR_READS);
    if (category < 0 || category >= CATEGORIES)
        return errno = EINVAL, NULL;
    if (name) {
        int bits = 0;
        if (category == LC_ALL && strchr(name, ';'))
            bits = parse_composed(name);
        else
            for (int i = 0; i < CATEGORIES && bits >= 0; i++)
                if (i != LC_ALL && (category == LC_ALL || category == i)) {
                    int locale = locale_of(i, name);
                    bits = locale == NO_LOCALE ? -1 : bits | locale << i;
                }
        if (bits < 0)
            return errno = ENOENT, NULL;
        if (bits && augur_is_locale_fixed())
            __augur_unsupported("a change of the locale on behalf of the program");
        unsigned mask = category == LC_ALL ? EVERY : 1u << category;
        augur_utf8_categories = (augur_utf8_categories & ~mask) | (unsigned)bits;
    }
    return current_name(category);
}

/* ---- locale objects --------------------------------------------------- */

static locale_t object_of(int locale)
{
    return (locale_t)(locale == UTF8_LOCALE ? &augur_locale_utf8 : &augur_locale_c);
}

/* Objects that mix the two are what their characters are. */
MASKED locale_t newlocale(int mask, const char *name, locale_t base)
{
    __divine_interrupt_mask();
    int locale = locale_of(LC_CTYPE, name);
    if (locale == NO_LOCALE)
        return errno = ENOENT, NULL;
    if (!(mask & LC_CTYPE_MASK) && base)
        return base;
    return object_of(mask & LC_CTYPE_MASK ? locale : C_LOCALE);
}

MASKED locale_t duplocale(locale_t locale)
{
    __divine_interrupt_mask();
    if (locale == LC_GLOBAL_LOCALE)
        return object_of(augur_utf8_categories >> LC_CTYPE & 1);
    return locale;
}

void freelocale(locale_t locale) { (void)locale; }

locale_t uselocale(locale_t locale)
{
    locale_t old = augur_thread_locale ? augur_thread_locale : LC_GLOBAL_LOCALE;
    if (locale == &augur_locale_utf8 && augur_is_locale_fixed())
        __augur_unsupported("a change of the locale on behalf of the program");
    if (locale)
        augur_thread_locale = locale == LC_GLOBAL_LOCALE ? NULL : locale;
    return old;
}

size_t __ctype_get_mb_cur_max(void) { return augur_is_utf8() ? 6 : 1; }

/* ---- conventions ------------------------------------------------------ */

static const struct lconv conventions = {
    .decimal_point = ".", .thousands_sep = "", .grouping = "",
    .int_curr_symbol = "", .currency_symbol = "", .mon_decimal_point = "",
    .mon_thousands_sep = "", .mon_grouping = "", .positive_sign = "", .negative_sign = "",
    .int_frac_digits = CHAR_MAX, .frac_digits = CHAR_MAX,
    .p_cs_precedes = CHAR_MAX, .p_sep_by_space = CHAR_MAX,
    .n_cs_precedes = CHAR_MAX, .n_sep_by_space = CHAR_MAX,
    .p_sign_posn = CHAR_MAX, .n_sign_posn = CHAR_MAX,
    .int_p_cs_precedes = CHAR_MAX, .int_p_sep_by_space = CHAR_MAX,
    .int_n_cs_precedes = CHAR_MAX, .int_n_sep_by_space = CHAR_MAX,
    .int_p_sign_posn = CHAR_MAX, .int_n_sign_posn = CHAR_MAX,
};

/* What it returns may be overwritten by the next call, and by setlocale. */
MASKED struct lconv *localeconv(void)
{
    static char written;
    __divine_interrupt_mask();
    __augur_touch(&written, sizeof written, AUGUR_WRITES);
    __augur_touch(&augur_utf8_categories, sizeof augur_utf8_categories, AUGUR_READS);
    return (struct lconv *)&conventions;
}

/* Without catalogues every message is its own translation. */
char *gettext(const char *text);
char *dgettext(const char *domain, const char *text);
char *dcgettext(const char *domain, const char *text, int category);
char *ngettext(const char *one, const char *many, unsigned long n);
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n);
char *gettext(const char *text) { return (char *)text; }
char *dgettext(const char *domain, const char *text) { return (void)domain, (char *)text; }
char *dcgettext(const char *domain, const char *text, int category)
{
    return (void)domain, (void)category, (char *)text;
}
char *ngettext(const char *one, const char *many, unsigned long n)
{
    return (char *)(n == 1 ? one : many);
}
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n)
{
    return (void)domain, ngettext(one, many, n);
}
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n,
                 int category);
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n,
                 int category)
{
    return (void)domain, (void)category, ngettext(one, many, n);
}

char *textdomain(const char *domain);
char *bindtextdomain(const char *domain, const char *directory);
char *bind_textdomain_codeset(const char *domain, const char *codeset);
char *textdomain(const char *domain) { return (char *)(domain && *domain ? domain : "messages"); }
char *bindtextdomain(const char *domain, const char *directory)
{
    return (void)domain, (char *)(directory ? directory : "/usr/share/locale");
}
char *bind_textdomain_codeset(const char *domain, const char *codeset)
{
    return (void)domain, (char *)codeset;
}
