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
    const struct augur_history *history;    /* before all of this, if the zone is from a file */
};

/* What the clocks of a zone show at some time. */
struct augur_local {
    long east;
    int is_summer;
    const char *name;
};

/* What the variable TZ says (time_zone.c). */
void augur_zone_local(struct augur_zone *zone);
struct augur_local augur_zone_at(const struct augur_zone *zone, time_t when);

/* A file of the zone's name among those that the program was given (time_zone_file.c), or null. `rule` is what
 * it says of the time after the last change in it, as TZ would, or empty. */
const struct augur_history *augur_history_find(const char *name, const char **rule);
/* Null after the last change. */
int augur_history_at(const struct augur_history *history, time_t when, struct augur_local *local);
/* As tzset tells of it: the last winter time and the last summer time. */
void augur_history_last(const struct augur_history *history, struct augur_local last[2]);

/* The calendar (time.c): days from 1970 to the first of January, and from there to the first of a month. */
long augur_days_to_year(long year);
long augur_year_of(long days);
int augur_first_day(long year, int month);

#endif
