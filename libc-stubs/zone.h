/* Time zones, as time.c sees them; not for users. */
#ifndef AUGUR_ZONE_H
#define AUGUR_ZONE_H

#include <time.h>

/* When the clocks change: Mm.w.d, Jn or n, and at which second of that day. */
struct augur_change {
    int kind;    /* 'M', 'J' or 0 */
    int month, week, day;
    long second;
};

/* 0 is winter and 1 summer. */
struct augur_zone {
    const char *names[2];
    long east[2];    /* seconds */
    int has_summer;
    struct augur_change changes[2];
};

/* What the variable TZ says (time_zone.c). */
void augur_zone_local(struct augur_zone *zone);
int augur_zone_is_summer(const struct augur_zone *zone, time_t when);

/* The calendar (time.c): days from 1970 to the first of January, and from there to the first of a month. */
long augur_days_to_year(long year);
long augur_year_of(long days);
int augur_first_day(long year, int month);

#endif
