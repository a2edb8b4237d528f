/* <time.h>: strptime, which also works out the days of week and year as glibc
 * does. */
#include "libc.h"
#include <ctype.h>
#include <string.h>
#include <time.h>

/* posix: others
 * explored: the time follows from the arguments.
 * accesses: r the text and the format, w the time.
 * tests: races:strptime_in libc/time.c */

struct parse {
    struct tm *tm;
    int century, week;    /* -1 when not given */
    char is_afternoon, has_hour12, has_month, has_day, has_weekday, has_yearday, has_date;
    char uses_century, has_sunday_week, has_monday_week;
};

/* Reads up to `digits` digits of a number within bounds. */
static const char *number(const char *s, int low, int high, int digits, int *value)
{
    while (isspace((unsigned char)*s))
        s++;
    if (*s < '0' || *s > '9')
        return NULL;
    int n = 0;
    do
        n = n * 10 + (*s++ - '0');
    while (--digits > 0 && n * 10 <= high && *s >= '0' && *s <= '9');
    if (n < low || n > high)
        return NULL;
    *value = n;
    return s;
}

static int starts_with(const char *s, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)s[i]) != tolower((unsigned char)word[i]))
            return 0;
    return 1;
}

/* A name, whole or its first three letters. */
static const char *name(const char *s, const char *const *names, int count, int *index)
{
    for (int i = 0; i < count; i++) {
        size_t length = strlen(names[i]);
        if (!starts_with(s, names[i], length))
            length = 3;
        if (starts_with(s, names[i], length)) {
            *index = i;
            return s + length;
        }
    }
    return NULL;
}

static const char *zone_offset(const char *s, struct tm *tm)
{
    while (*s == ' ')
        s++;
    if (*s == 'Z') {
        tm->tm_gmtoff = 0;
        return s + 1;
    }
    if (*s != '+' && *s != '-')
        return NULL;
    int negative = *s++ == '-', digits = 0, n = 0;
    while (digits < 4 && *s >= '0' && *s <= '9') {
        n = n * 10 + (*s++ - '0');
        digits++;
        if (*s == ':' && digits == 2 && isdigit((unsigned char)s[1]))
            s++;
    }
    if (digits == 2)
        n *= 100;
    else if (digits != 4)
        return NULL;
    if (n > 1400 || n % 100 >= 60)
        return NULL;
    tm->tm_gmtoff = (n / 100 * 3600 + n % 100 * 60) * (negative ? -1 : 1);
    return s;
}

static const char *seconds(const char *s, struct tm *tm)
{
    if (*s < '0' || *s > '9')
        return NULL;
    time_t when = 0;
    do
        when = when * 10 + (*s++ - '0');
    while (*s >= '0' && *s <= '9');
    return localtime_r(&when, tm) ? s : NULL;
}

static const char *all(const char *s, const char *format, struct parse *p);

static const char *conversion(const char *s, char letter, struct parse *p)
{
    struct tm *tm = p->tm;
    int value = 0;
    switch (letter) {
    case '%': return *s == '%' ? s + 1 : NULL;
    case 'n': case 't':
        while (isspace((unsigned char)*s))
            s++;
        return s;
    case 'a': case 'A':
        p->has_weekday = 1;
        return name(s, augur_days, 7, &tm->tm_wday);
    case 'b': case 'B': case 'h':
        p->has_month = p->has_date = 1;
        return name(s, augur_months, 12, &tm->tm_mon);
    case 'c': return all(s, "%a %b %e %H:%M:%S %Y", p);
    case 'D': case 'x': return all(s, "%m/%d/%y", p);
    case 'F': return all(s, "%Y-%m-%d", p);
    case 'R': return all(s, "%H:%M", p);
    case 'r': return all(s, "%I:%M:%S %p", p);
    case 'T': case 'X': return all(s, "%H:%M:%S", p);
    case 'C':
        p->has_date = 1;
        return number(s, 0, 99, 2, &p->century);
    case 'd': case 'e':
        p->has_day = p->has_date = 1;
        return number(s, 1, 31, 2, &tm->tm_mday);
    case 'G': return number(s, 0, 9999, 4, &value);
    case 'g': return number(s, 0, 99, 2, &value);
    case 'H': case 'k':
        p->has_hour12 = 0;
        return number(s, 0, 23, 2, &tm->tm_hour);
    case 'I': case 'l':
        s = number(s, 1, 12, 2, &value);
        tm->tm_hour = value % 12;
        p->has_hour12 = 1;
        return s;
    case 'j':
        s = number(s, 1, 366, 3, &value);
        tm->tm_yday = value - 1;
        p->has_yearday = 1;
        return s;
    case 'M': return number(s, 0, 59, 2, &tm->tm_min);
    case 'm':
        s = number(s, 1, 12, 2, &value);
        tm->tm_mon = value - 1;
        p->has_month = p->has_date = 1;
        return s;
    case 'p':
        p->is_afternoon = starts_with(s, "PM", 2);
        return p->is_afternoon || starts_with(s, "AM", 2) ? s + 2 : NULL;
    case 'S': return number(s, 0, 61, 2, &tm->tm_sec);
    case 's': return seconds(s, tm);
    case 'U': p->has_sunday_week = 1; return number(s, 0, 53, 2, &p->week);
    case 'u':
        s = number(s, 1, 7, 1, &value);
        tm->tm_wday = value % 7;
        p->has_weekday = 1;
        return s;
    case 'V': return number(s, 0, 53, 2, &value);
    case 'W': p->has_monday_week = 1; return number(s, 0, 53, 2, &p->week);
    case 'w':
        p->has_weekday = 1;
        return number(s, 0, 6, 1, &tm->tm_wday);
    case 'Y':
        s = number(s, 0, 9999, 4, &value);
        tm->tm_year = value - 1900;
        p->uses_century = 0;
        p->century = -1;
        p->has_date = 1;
        return s;
    case 'y':
        s = number(s, 0, 99, 2, &value);
        tm->tm_year = value >= 69 ? value : value + 100;
        p->uses_century = p->has_date = 1;
        return s;
    case 'Z':    /* read and forgotten */
        while (isspace((unsigned char)*s))
            s++;
        while (*s && !isspace((unsigned char)*s))
            s++;
        return s;
    case 'z': return zone_offset(s, tm);
    default: return NULL;
    }
}

static const char *all(const char *s, const char *format, struct parse *p)
{
    for (; *format && s; format++) {
        if (isspace((unsigned char)*format)) {
            while (isspace((unsigned char)*s))
                s++;
        } else if (*format != '%') {
            s = *s == *format ? s + 1 : NULL;
        } else {
            do
                format++;
            while (*format && strchr("-_0^#", *format));
            while (*format >= '0' && *format <= '9')
                format++;
            if (*format == 'E' || *format == 'O')
                format++;
            s = conversion(s, *format, p);
            if (!*format)
                return NULL;
        }
    }
    return s;
}

/* ---- what follows from what was given --------------------------------- */

static const short days_before[2][13] = {
    { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365 },
    { 0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366 },
};

static const short *days_in(const struct tm *tm)
{
    long year = tm->tm_year + 1900l;
    return days_before[(year % 4 == 0 && year % 100 != 0) || year % 400 == 0];
}

static int weekday_of(const struct tm *tm)
{
    struct tm copy = { .tm_year = tm->tm_year, .tm_mon = tm->tm_mon, .tm_mday = tm->tm_mday };
    return augur_timegm(&copy), copy.tm_wday;
}

static void date_of_yearday(struct parse *p)
{
    struct tm *tm = p->tm;
    int month = 0;
    while (month < 11 && days_in(tm)[month + 1] <= tm->tm_yday)
        month++;
    if (!p->has_month)
        tm->tm_mon = month;
    if (!p->has_day)
        tm->tm_mday = tm->tm_yday - days_in(tm)[month] + 1;
    p->has_month = p->has_day = 1;
}

static void complete(struct parse *p)
{
    struct tm *tm = p->tm;
    if (p->has_hour12 && p->is_afternoon)
        tm->tm_hour += 12;
    if (p->century >= 0)
        tm->tm_year = (p->uses_century ? tm->tm_year % 100 : 0) + (p->century - 19) * 100;
    int has_date = p->has_month && p->has_day;
    if (p->has_date && !p->has_weekday) {
        if (!has_date && p->has_yearday)
            date_of_yearday(p);
        tm->tm_wday = weekday_of(tm);
    }
    if (p->has_date && !p->has_yearday && tm->tm_mon >= 0 && tm->tm_mon < 12)
        tm->tm_yday = days_in(tm)[tm->tm_mon] + tm->tm_mday - 1;
    if ((p->has_sunday_week || p->has_monday_week) && p->has_weekday && !has_date) {
        int first = p->has_monday_week, weekday = tm->tm_wday;
        struct tm new_year = { .tm_year = tm->tm_year, .tm_mday = 1 };
        int start = (7 - (weekday_of(&new_year) - first)) % 7;
        int day = start + (p->week - 1) * 7 + (weekday - first + 7) % 7;
        if (!p->has_yearday)
            tm->tm_yday = day;
        p->has_yearday = 1;
        date_of_yearday(p);
        tm->tm_wday = weekday;
    }
}

char *strptime(const char *restrict s, const char *restrict format, struct tm *restrict tm)
{
    struct parse p = { .tm = tm, .century = -1, .week = -1 };
    const char *end = all(s, format, &p);
    if (end)
        complete(&p);
    return (char *)end;
}

char *strptime_l(const char *restrict s, const char *restrict format, struct tm *restrict tm,
                 locale_t locale)
{
    return (void)locale, strptime(s, format, tm);
}
