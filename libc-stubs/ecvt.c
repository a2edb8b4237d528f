/* <stdlib.h>: ecvt, fcvt, gcvt, the ancestors of printf. */
#include "libc.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* posix: ecvt fcvt
 * explored: the text follows from the arguments. Both share one array, which the next call
 *   overwrites: two calls at once race.
 * accesses: w the hidden text and the results.
 * tests: races:both_ecvt libc/stdlib.c */

/* posix: ecvt_r fcvt_r gcvt
 * explored: the text follows from the arguments.
 * accesses: w the text and the results.
 * tests: data-race/library_text.c data-race/library_text_ok.c libc/stdlib.c */

enum { DIGITS_MAX = 17 };

static int negative(double value) { return __builtin_signbit(value) != 0; }

static char *special(double value, int *point, char *to)
{
    *point = 0;
    return strcpy(to, __builtin_isnan(value) ? "nan" : "inf");
}

static int within(int digits) { return digits < 0 ? 0 : digits > DIGITS_MAX ? DIGITS_MAX : digits; }

/* Significant digits; the point stands before the one with number *point. */
static char *by_digits(double value, int digits, int *point, char *to)
{
    char text[DIGITS_MAX + 16];
    value = __builtin_fabs(value);
    if (!__builtin_isfinite(value))
        return special(value, point, to);
    digits = within(digits);
    snprintf(text, sizeof text, "%.*e", digits ? digits - 1 : 0, value);
    char *exponent = strchr(text, 'e');
    *point = atoi(exponent + 1) + 1;
    char *end = to;
    for (char *p = text; p != exponent && end - to < digits; p++)
        if (*p != '.')
            *end++ = *p;
    *end = 0;
    return to;
}

/* Digits behind the point; none before it are zeros, unless the value is 0. */
static char *by_fraction(double value, int digits, int *point, char *to, size_t size)
{
    char text[360];
    value = __builtin_fabs(value);
    if (!__builtin_isfinite(value))
        return special(value, point, to);
    int length = snprintf(text, sizeof text, "%.*f", within(digits), value);
    char *from = text, *end = to;
    *point = (int)(strchr(text, '.') ? strchr(text, '.') - text : length);
    if (text[0] == '0' && value != 0 && digits > 0) {
        *point = 0;
        for (from = text + 2; *from == '0'; from++)
            --*point;
    }
    for (; *from && (size_t)(end - to) + 1 < size; from++)
        if (*from != '.')
            *end++ = *from;
    *end = 0;
    return to;
}

/* Shared on purpose: using these from two threads is a data race. */
static char buffer[360];

char *ecvt(double value, int digits, int *restrict point, int *restrict sign)
{
    *sign = negative(value);
    return by_digits(value, digits, point, buffer);
}

char *fcvt(double value, int digits, int *restrict point, int *restrict sign)
{
    *sign = negative(value);
    return by_fraction(value, digits, point, buffer, sizeof buffer);
}

char *gcvt(double value, int digits, char *to)
{
    sprintf(to, "%.*g", digits > DIGITS_MAX ? DIGITS_MAX : digits, value);
    return to;
}

int ecvt_r(double value, int digits, int *restrict point, int *restrict sign, char *restrict to,
           size_t size)
{
    if (size <= (size_t)within(digits))
        return -1;
    *sign = negative(value);
    by_digits(value, digits, point, to);
    return 0;
}

int fcvt_r(double value, int digits, int *restrict point, int *restrict sign, char *restrict to,
           size_t size)
{
    char text[sizeof buffer];
    *sign = negative(value);
    by_fraction(value, digits, point, text, sizeof text);
    if (strlen(text) >= size)
        return -1;
    strcpy(to, text);
    return 0;
}
