/* <time.h>: the calendar (UTC is the only zone). The clock is in clock.c. */
#include "libc.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

double difftime(time_t later, time_t earlier) { return (double)(later - earlier); }

char *tzname[2] = { "UTC", "UTC" };
long timezone;
int daylight;

void tzset(void) {}

static int is_leap(long year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static const short days_before[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365 };

static long floor_div(long a, long b) { return a / b - (a % b < 0); }

/* Days from 1970-01-01 to the first of January of a year. */
static long days_to_year(long year)
{
    long y = year - 1;
    return 365 * (year - 1970) + (floor_div(y, 4) - 492) - (floor_div(y, 100) - 19) +
           (floor_div(y, 400) - 4);
}

static int first_day(long year, int month)
{
    return days_before[month] + (month > 1 && is_leap(year));
}

static struct tm *break_down(const time_t *when, struct tm *result)
{
    long days = floor_div(*when, 86400), seconds = *when - days * 86400;
    long year = 1970 + floor_div(days * 400, 146097);
    while (days_to_year(year) > days)
        year--;
    while (days_to_year(year + 1) <= days)
        year++;
    if (year - 1900 != (int)(year - 1900)) {
        errno = EOVERFLOW;
        return NULL;
    }
    int day = (int)(days - days_to_year(year)), month = 11;
    while (first_day(year, month) > day)
        month--;
    *result = (struct tm){
        .tm_sec = (int)(seconds % 60), .tm_min = (int)(seconds / 60 % 60),
        .tm_hour = (int)(seconds / 3600), .tm_mday = day - first_day(year, month) + 1,
        .tm_mon = month, .tm_year = (int)(year - 1900),
        .tm_wday = (int)(days + 4 - 7 * floor_div(days + 4, 7)), .tm_yday = day,
        .tm_zone = "UTC",
    };
    return result;
}

struct tm *gmtime_r(const time_t *restrict when, struct tm *restrict result)
{
    return break_down(when, result);
}

struct tm *localtime_r(const time_t *restrict when, struct tm *restrict result)
{
    return break_down(when, result);
}

/* Shared on purpose: using these from two threads is a data race. */
static struct tm broken_down;
static char text[64];

struct tm *gmtime(const time_t *when) { return break_down(when, &broken_down); }
struct tm *localtime(const time_t *when) { return break_down(when, &broken_down); }

static time_t put_together(struct tm *tm)
{
    long year = tm->tm_year + 1900l + floor_div(tm->tm_mon, 12);
    int month = (int)(tm->tm_mon - 12 * floor_div(tm->tm_mon, 12));
    long days = days_to_year(year) + first_day(year, month) + tm->tm_mday - 1;
    time_t when = ((days * 24 + tm->tm_hour) * 60 + tm->tm_min) * 60 + tm->tm_sec;
    return break_down(&when, tm) ? when : -1;
}

time_t timegm(struct tm *tm) { return put_together(tm); }
time_t mktime(struct tm *tm) { return put_together(tm); }

static const char *const day_names[] = { "Sunday", "Monday", "Tuesday", "Wednesday",
                                         "Thursday", "Friday", "Saturday" };
static const char *const month_names[] = { "January", "February", "March", "April",
                                           "May", "June", "July", "August",
                                           "September", "October", "November", "December" };

static const char *name_of(const char *const *names, int count, int index)
{
    return index < 0 || index >= count ? "?" : names[index];
}

static char *describe(const struct tm *tm, char *buffer)
{
    snprintf(buffer, 26, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n",
             name_of(day_names, 7, tm->tm_wday), name_of(month_names, 12, tm->tm_mon),
             tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec, 1900 + tm->tm_year);
    return buffer;
}

char *asctime_r(const struct tm *restrict tm, char *restrict buffer) { return describe(tm, buffer); }
char *asctime(const struct tm *tm) { return describe(tm, text); }

static char *describe_time(const time_t *when, char *buffer)
{
    struct tm tm;
    return break_down(when, &tm) ? describe(&tm, buffer) : NULL;
}

char *ctime_r(const time_t *when, char *buffer) { return describe_time(when, buffer); }
char *ctime(const time_t *when) { return describe_time(when, text); }

/* ---- strftime --------------------------------------------------------- */

/* The year and number of an ISO week, which belongs to the year its Thursday
 * is in. */
static int iso_week(const struct tm *tm, long *year)
{
    int thursday = tm->tm_yday - (tm->tm_wday + 6) % 7 + 3;
    *year = tm->tm_year + 1900l;
    if (thursday < 0) {
        --*year;
        thursday += 365 + is_leap(*year);
    } else if (thursday >= 365 + is_leap(*year)) {
        thursday -= 365 + is_leap(*year);
        ++*year;
    }
    return thursday / 7 + 1;
}

/* What a conversion stands for, if it is made of others. */
static const char *composed_of(char letter)
{
    switch (letter) {
    case 'c': return "%a %b %e %H:%M:%S %Y";
    case 'D': case 'x': return "%m/%d/%y";
    case 'F': return "%Y-%m-%d";
    case 'R': return "%H:%M";
    case 'r': return "%I:%M:%S %p";
    case 'T': case 'X': return "%H:%M:%S";
    default: return NULL;
    }
}

static int convert(char *out, size_t size, char letter, const struct tm *tm)
{
    long year, hour12 = (tm->tm_hour + 11) % 12 + 1;
    int week = iso_week(tm, &year);
    switch (letter) {
    case 'a': case 'A':
        return snprintf(out, size, letter == 'a' ? "%.3s" : "%s",
                        name_of(day_names, 7, tm->tm_wday));
    case 'b': case 'B': case 'h':
        return snprintf(out, size, letter == 'B' ? "%s" : "%.3s",
                        name_of(month_names, 12, tm->tm_mon));
    case 'C': return snprintf(out, size, "%02ld", floor_div(tm->tm_year + 1900l, 100));
    case 'd': return snprintf(out, size, "%02d", tm->tm_mday);
    case 'e': return snprintf(out, size, "%2d", tm->tm_mday);
    case 'G': return snprintf(out, size, "%ld", year);
    case 'g': return snprintf(out, size, "%02ld", year - 100 * floor_div(year, 100));
    case 'H': return snprintf(out, size, "%02d", tm->tm_hour);
    case 'I': return snprintf(out, size, "%02ld", hour12);
    case 'j': return snprintf(out, size, "%03d", tm->tm_yday + 1);
    case 'k': return snprintf(out, size, "%2d", tm->tm_hour);
    case 'l': return snprintf(out, size, "%2ld", hour12);
    case 'M': return snprintf(out, size, "%02d", tm->tm_min);
    case 'm': return snprintf(out, size, "%02d", tm->tm_mon + 1);
    case 'n': return snprintf(out, size, "\n");
    case 'P': return snprintf(out, size, tm->tm_hour < 12 ? "am" : "pm");
    case 'p': return snprintf(out, size, tm->tm_hour < 12 ? "AM" : "PM");
    case 'S': return snprintf(out, size, "%02d", tm->tm_sec);
    case 's': return snprintf(out, size, "%ld", put_together(&(struct tm){
                  .tm_year = tm->tm_year, .tm_mon = tm->tm_mon, .tm_mday = tm->tm_mday,
                  .tm_hour = tm->tm_hour, .tm_min = tm->tm_min, .tm_sec = tm->tm_sec }));
    case 't': return snprintf(out, size, "\t");
    case 'U': return snprintf(out, size, "%02d", (tm->tm_yday + 7 - tm->tm_wday) / 7);
    case 'u': return snprintf(out, size, "%d", tm->tm_wday ? tm->tm_wday : 7);
    case 'V': return snprintf(out, size, "%02d", week);
    case 'W': return snprintf(out, size, "%02d", (tm->tm_yday + 7 - (tm->tm_wday + 6) % 7) / 7);
    case 'w': return snprintf(out, size, "%d", tm->tm_wday);
    case 'Y': return snprintf(out, size, "%d", tm->tm_year + 1900);
    case 'y': return snprintf(out, size, "%02d", (tm->tm_year % 100 + 100) % 100);
    case 'Z': return snprintf(out, size, "UTC");
    case 'z': return snprintf(out, size, "+0000");
    case '%': return snprintf(out, size, "%%");
    default: __augur_unsupported("strftime: an unknown conversion in the format");
    }
}

size_t strftime(char *restrict buffer, size_t size, const char *restrict format,
                const struct tm *restrict tm)
{
    size_t used = 0;
    for (; *format && used < size; format++) {
        if (*format != '%') {
            buffer[used++] = *format;
            continue;
        }
        format++;
        if (*format == 'E' || *format == 'O')
            format++;
        const char *inner = composed_of(*format);
        if (inner) {
            size_t length = strftime(buffer + used, size - used, inner, tm);
            if (!length)
                return 0;
            used += length;
        } else
            used += (size_t)convert(buffer + used, size - used, *format, tm);
    }
    if (used >= size)
        return 0;
    buffer[used] = 0;
    return used;
}
