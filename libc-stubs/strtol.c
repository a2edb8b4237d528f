/* <stdlib.h> and <inttypes.h>: reading integers. */
#include "libc.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

/* posix: others
 * explored: the result follows from the arguments. (atoi and the like beyond their range do as
 *   glibc does; C leaves it undefined.)
 * accesses: r the text up to where the number ends, w the end.
 * tests: races:strtol_in races:strtol_end races:atoi libc/strtol.c */

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return INT_MAX;
}

struct integer {
    unsigned long magnitude;
    int negative, overflow;
};

static struct integer parse(const char *s, char **end, int base)
{
    struct integer result = { 0 };
    const char *start = s;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return result;
    }
    while (is_space(*s))
        s++;
    if (*s == '-' || *s == '+')
        result.negative = *s++ == '-';
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') &&
        digit(s[2]) < 16) {
        s += 2;
        base = 16;
    } else if (base == 0)
        base = *s == '0' ? 8 : 10;
    if (digit(*s) >= base)
        s = start;
    else
        for (; digit(*s) < base; s++) {
            unsigned long d = (unsigned long)digit(*s);
            if (__builtin_mul_overflow(result.magnitude, (unsigned long)base,
                                       &result.magnitude) ||
                __builtin_add_overflow(result.magnitude, d, &result.magnitude))
                result.overflow = 1;
        }
    if (end)
        *end = (char *)s;
    return result;
}

long strtol(const char *restrict s, char **restrict end, int base)
{
    struct integer n = parse(s, end, base);
    unsigned long limit = (unsigned long)LONG_MAX + (unsigned long)n.negative;
    if (n.overflow || n.magnitude > limit) {
        errno = ERANGE;
        return n.negative ? LONG_MIN : LONG_MAX;
    }
    return (long)(n.negative ? -n.magnitude : n.magnitude);
}

unsigned long strtoul(const char *restrict s, char **restrict end, int base)
{
    struct integer n = parse(s, end, base);
    if (n.overflow) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return n.negative ? -n.magnitude : n.magnitude;
}

long long strtoll(const char *restrict s, char **restrict end, int base)
{
    return strtol(s, end, base);
}

unsigned long long strtoull(const char *restrict s, char **restrict end, int base)
{
    return strtoul(s, end, base);
}

long long strtoq(const char *restrict s, char **restrict end, int base)
{
    return strtol(s, end, base);
}

unsigned long long strtouq(const char *restrict s, char **restrict end, int base)
{
    return strtoul(s, end, base);
}

intmax_t strtoimax(const char *restrict s, char **restrict end, int base)
{
    return strtol(s, end, base);
}

uintmax_t strtoumax(const char *restrict s, char **restrict end, int base)
{
    return strtoul(s, end, base);
}

int atoi(const char *s) { return (int)strtol(s, NULL, 10); }
long atol(const char *s) { return strtol(s, NULL, 10); }
long long atoll(const char *s) { return strtol(s, NULL, 10); }

/* Other names that headers give to the same functions. */
#define SIGNED(name)                                                   \
    long name(const char *s, char **end, int base);                    \
    long name(const char *s, char **end, int base) { return strtol(s, end, base); }
#define UNSIGNED(name)                                                 \
    unsigned long name(const char *s, char **end, int base);           \
    unsigned long name(const char *s, char **end, int base) { return strtoul(s, end, base); }
SIGNED(__isoc23_strtol)
SIGNED(__isoc23_strtoll)
SIGNED(__isoc23_strtoimax)
UNSIGNED(__isoc23_strtoul)
UNSIGNED(__isoc23_strtoull)
UNSIGNED(__isoc23_strtoumax)

#define WITH_LOCALE(name, type)                                                 \
    type name##_l(const char *restrict s, char **restrict end, int base, locale_t locale) \
    {                                                                           \
        return (void)locale, name(s, end, base);                                \
    }
WITH_LOCALE(strtol, long)
WITH_LOCALE(strtoul, unsigned long)
WITH_LOCALE(strtoll, long long)
WITH_LOCALE(strtoull, unsigned long long)
