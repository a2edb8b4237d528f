/* <langinfo.h>, <nl_types.h>: the C locale in words. */
#include "libc.h"
#include <errno.h>
#include <langinfo.h>
#include <nl_types.h>

/* posix: nl_langinfo nl_langinfo_l
 * explored: what the locales C and C.UTF-8 say.
 * left out: other locales, and items of which the locale C has nothing (`unsupported`).
 * accesses: r the hidden locale.
 * tests: data-race/hidden_locale.c data-race/hidden_locale_ok.c libc/multibyte.c */

/* posix: catopen catgets catclose
 * explored: there are no catalogues: the texts are those of the program.
 * left out: catalogues.
 * accesses: none.
 * tests: libc/catalogues.c libc/catalogues_ok.c */

static const char *const short_days[] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
static const char *const short_months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };

static const char *item_text(nl_item item, int is_utf8)
{
    if (item >= ABDAY_1 && item <= ABDAY_7)
        return short_days[item - ABDAY_1];
    if (item >= DAY_1 && item <= DAY_7)
        return augur_days[item - DAY_1];
    if (item >= ABMON_1 && item <= ABMON_12)
        return short_months[item - ABMON_1];
    if (item >= MON_1 && item <= MON_12)
        return augur_months[item - MON_1];
    switch (item) {
    case CODESET: return is_utf8 ? "UTF-8" : "ANSI_X3.4-1968";
    case AM_STR: return "AM";
    case PM_STR: return "PM";
    case D_T_FMT: return "%a %b %e %H:%M:%S %Y";
    case D_FMT: return "%m/%d/%y";
    case T_FMT: return "%H:%M:%S";
    case T_FMT_AMPM: return "%I:%M:%S %p";
    case RADIXCHAR: return ".";
    case YESEXPR: return "^[yY]";
    case NOEXPR: return "^[nN]";
    case CRNCYSTR: return "-";
    case ERA: case ERA_D_FMT: case ERA_D_T_FMT: case ERA_T_FMT: case ALT_DIGITS:
    case THOUSEP: case __YESSTR: case __NOSTR:
        return "";
    default: __augur_unsupported("nl_langinfo with this item");
    }
}

char *nl_langinfo(nl_item item) { return (char *)item_text(item, augur_is_utf8()); }

char *nl_langinfo_l(nl_item item, locale_t locale)
{
    return (char *)item_text(item, locale == &augur_locale_utf8);
}

/* There are no catalogues of messages. */
nl_catd catopen(const char *name, int flag)
{
    (void)name, (void)flag;
    errno = ENOENT;
    return (nl_catd)-1;
}

char *catgets(nl_catd catalogue, int set, int number, const char *text)
{
    (void)catalogue, (void)set, (void)number;
    return (char *)text;
}

int catclose(nl_catd catalogue)
{
    (void)catalogue;
    errno = EBADF;
    return -1;
}
