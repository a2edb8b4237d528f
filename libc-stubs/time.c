/* <time.h>: the calendar. Zones are in time_zone.c, the clock is in clock.c. */
#include "libc.h"
#include "zone.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double difftime(time_t later, time_t earlier) { return (double)(later - earlier); }

char *tzname[2] = { "UTC", "UTC" };
long timezone;
int daylight;

static const struct augur_zone greenwich = { .names = { "GMT", "GMT" } };

/* What TZ says, for all to see. */
static MASKED void set_zone(struct augur_zone *zone)
{
    __divine_interrupt_mask();
    augur_zone_local(zone);
    if (!zone->history && !zone->east[0] && !zone->has_summer && !strcmp(zone->names[0], "UTC"))
        return;    /* as it was */
    struct augur_local last[2] = { { .name = zone->names[0] }, { .name = zone->names[1] } };
    if (zone->history)
        augur_history_last(zone->history, last);
    tzname[0] = (char *)last[0].name;
    tzname[1] = (char *)last[1].name;
    timezone = -zone->east[0];
    daylight = zone->has_summer || last[1].is_summer;
}

void tzset(void)
{
    struct augur_zone zone;
    set_zone(&zone);
}

static int is_leap(long year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static const short days_before[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365 };

static long floor_div(long a, long b) { return a / b - (a % b < 0); }

/* Days from 1970-01-01 to the first of January of a year. */
long augur_days_to_year(long year)
{
    long y = year - 1;
    return 365 * (year - 1970) + (floor_div(y, 4) - 492) - (floor_div(y, 100) - 19) +
           (floor_div(y, 400) - 4);
}

int augur_first_day(long year, int month)
{
    return days_before[month] + (month > 1 && is_leap(year));
}

long augur_year_of(long days)
{
    long year = 1970 + floor_div(days * 400, 146097);
    while (augur_days_to_year(year) > days)
        year--;
    while (augur_days_to_year(year + 1) <= days)
        year++;
    return year;
}

static struct tm *break_down(const time_t *when, struct tm *result, const struct augur_zone *zone)
{
    struct augur_local shown = augur_zone_at(zone, *when);
    long local = *when + shown.east;
    long days = floor_div(local, 86400), seconds = local - days * 86400;
    long year = augur_year_of(days);
    if (year - 1900 != (int)(year - 1900)) {
        errno = EOVERFLOW;
        return NULL;
    }
    int day = (int)(days - augur_days_to_year(year)), month = 11;
    while (augur_first_day(year, month) > day)
        month--;
    *result = (struct tm){
        .tm_sec = (int)(seconds % 60), .tm_min = (int)(seconds / 60 % 60),
        .tm_hour = (int)(seconds / 3600), .tm_mday = day - augur_first_day(year, month) + 1,
        .tm_mon = month, .tm_year = (int)(year - 1900),
        .tm_wday = (int)(days + 4 - 7 * floor_div(days + 4, 7)), .tm_yday = day,
        .tm_isdst = shown.is_summer, .tm_gmtoff = shown.east, .tm_zone = shown.name,
    };
    return result;
}

/* posix: others
 * explored: the result follows from the arguments; tzset takes what the variable TZ says, UTC without it.
 *   Zones of the system's database are read from files that the program was given (--file).
 * left out: other zones of the database (`unsupported`); leap seconds; /etc/localtime.
 * accesses: none that race.
 * tests: races:mktime libc/time.c time/zone.c time/zone_ok.c time/zone_file.c time/zone_file_ok.c */

/* posix: gmtime localtime asctime ctime
 * explored: the result follows from the argument. All share one struct and one text, which the next
 *   call overwrites: two calls at once race.
 * left out: zones whose file was not given (`unsupported`).
 * accesses: r the argument, w the hidden results.
 * tests: races:localtime_in races:both_localtime races:both_gmtime_ctime races:both_asctime */

/* posix: gmtime_r localtime_r asctime_r ctime_r
 * explored: the result follows from the argument.
 * left out: zones whose file was not given (`unsupported`).
 * accesses: r the argument, w the result.
 * tests: races:gmtime_r races:localtime_r races:asctime_r_in races:asctime_r_out races:ctime_r */

/* posix: mktime timelocal timegm
 * explored: the result follows from the argument.
 * accesses: r and w the struct.
 * tests: races:mktime races:timegm */

struct tm *gmtime_r(const time_t *restrict when, struct tm *restrict result)
{
    return break_down(when, result, &greenwich);
}

struct tm *localtime_r(const time_t *restrict when, struct tm *restrict result)
{
    struct augur_zone zone;
    augur_zone_local(&zone);
    return break_down(when, result, &zone);
}

/* Shared on purpose: using these from two threads is a data race. */
static struct tm broken_down;
static char text[64];

struct tm *gmtime(const time_t *when) { return break_down(when, &broken_down, &greenwich); }
struct tm *localtime(const time_t *when)
{
    struct augur_zone zone;
    set_zone(&zone);
    return break_down(when, &broken_down, &zone);
}

/* How far glibc looks for a summer or a winter: eight years, in steps of nearly a week. */
enum { STEP = 601200, STEPS = 447, HOUR = 3600 };

/* How far east the clock is that shows this. Of an hour that comes twice it is the first one, of one that never
 * comes what is right before, unless the caller says whether it is summer. */
static long offset_of(time_t local, int is_summer, const struct augur_zone *zone)
{
    if (!zone->has_summer && !zone->history)
        return zone->east[0] + (is_summer > 0 ? HOUR : 0);
    struct augur_local before = augur_zone_at(zone, local - 86400), after = augur_zone_at(zone, local + 86400);
    if (is_summer < 0)
        return augur_zone_at(zone, local - before.east).east == before.east ||
                       augur_zone_at(zone, local - after.east).east != after.east
                   ? before.east
                   : after.east;
    if (before.is_summer == (is_summer > 0))
        return before.east;
    if (after.is_summer == (is_summer > 0))
        return after.east;
    for (long steps = 1; steps <= STEPS; steps++)
        for (int sign = -1; sign <= 1; sign += 2) {
            struct augur_local other = augur_zone_at(zone, local + sign * steps * STEP);
            if (other.is_summer == (is_summer > 0))
                return other.east;
        }
    return before.east + (is_summer > 0 ? HOUR : -HOUR);
}

static time_t put_together(struct tm *tm, const struct augur_zone *zone)
{
    long year = tm->tm_year + 1900l + floor_div(tm->tm_mon, 12);
    int month = (int)(tm->tm_mon - 12 * floor_div(tm->tm_mon, 12));
    long days = augur_days_to_year(year) + augur_first_day(year, month) + tm->tm_mday - 1;
    time_t local = ((days * 24 + tm->tm_hour) * 60 + tm->tm_min) * 60 + tm->tm_sec;
    time_t when = local - offset_of(local, tm->tm_isdst, zone);
    return break_down(&when, tm, zone) ? when : -1;
}

time_t augur_timegm(struct tm *tm)
{
    tm->tm_isdst = 0;
    return put_together(tm, &greenwich);
}
time_t timegm(struct tm *tm) { return augur_timegm(tm); }

time_t mktime(struct tm *tm)
{
    struct augur_zone zone;
    set_zone(&zone);
    return put_together(tm, &zone);
}

time_t timelocal(struct tm *tm) { return mktime(tm); }

int dysize(int year) { return 365 + is_leap(year); }

const char *const augur_days[7] = { "Sunday", "Monday", "Tuesday", "Wednesday",
                                    "Thursday", "Friday", "Saturday" };
const char *const augur_months[12] = { "January", "February", "March", "April",
                                       "May", "June", "July", "August",
                                       "September", "October", "November", "December" };

static const char *name_of(const char *const *names, int count, int index)
{
    return index < 0 || index >= count ? "???" : names[index];
}

/* The standard has 26 bytes for this; a year may need more. */
enum { ASCTIME_MAX = 26 };

static char *describe(const struct tm *tm, char *buffer, size_t size)
{
    int length = snprintf(buffer, size, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n",
                          name_of(augur_days, 7, tm->tm_wday), name_of(augur_months, 12, tm->tm_mon),
                          tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec, 1900 + tm->tm_year);
    if ((size_t)length < size)
        return buffer;
    errno = EOVERFLOW;
    return NULL;
}

char *asctime_r(const struct tm *restrict tm, char *restrict buffer)
{
    return describe(tm, buffer, ASCTIME_MAX);
}

char *asctime(const struct tm *tm) { return describe(tm, text, sizeof text); }

static char *describe_time(const time_t *when, char *buffer, size_t size)
{
    struct tm tm;
    struct augur_zone zone;
    augur_zone_local(&zone);
    return break_down(when, &tm, &zone) ? describe(&tm, buffer, size) : NULL;
}

char *ctime_r(const time_t *when, char *buffer) { return describe_time(when, buffer, ASCTIME_MAX); }
/* Overwrites both of the library's own objects, as in glibc. */
char *ctime(const time_t *when)
{
    struct tm *tm = localtime(when);
    return tm ? asctime(tm) : NULL;
}
