/* Time zones as POSIX writes them in the variable TZ: CET-1CEST,M3.5.0,M10.5.0/3. Names of the
 * system's database need its files (time_zone_file.c), which the program has to be given: `unsupported` if not. */
#include "libc.h"
#include "zone.h"
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX = 15, HOUR = 3600, DAY = 86400, CHANGE_AT = 2 * HOUR };

static char kept[2][NAME_MAX + 1];

/* ---- reading ---------------------------------------------------------- */

static void refuse(void)
{
    __augur_unsupported("a time zone of the system's database that the program was not given; "
                        "--file /usr/share/zoneinfo/NAME=/usr/share/zoneinfo/NAME does so, "
                        "and TZ=CET-1CEST,M3.5.0,M10.5.0/3 needs no file");
}

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static long number(const char **at)
{
    long value = 0;
    if (!is_digit(**at))
        refuse();
    while (is_digit(**at) && value < DAY)
        value = 10 * value + *(*at)++ - '0';
    return value;
}

/* Letters, or anything between < and >. */
static const char *name(const char **at, char *into)
{
    int is_quoted = **at == '<', length = 0;
    *at += is_quoted;
    for (; is_quoted ? **at && **at != '>' : is_letter(**at); (*at)++)
        if (length < NAME_MAX)
            into[length++] = **at;
    if (length < 3 || (is_quoted && **at != '>'))
        refuse();
    *at += is_quoted;
    into[length] = 0;
    return into;
}

/* h, h:m or h:m:s, with a sign. */
static long seconds(const char **at)
{
    int sign = **at == '-' ? -1 : 1;
    if (**at == '-' || **at == '+')
        (*at)++;
    long total = number(at) * HOUR;
    for (long unit = 60; unit && **at == ':'; unit = unit == 60 ? 1 : 0) {
        (*at)++;
        total += number(at) * unit;
    }
    return sign * total;
}

static void read_change(const char **at, struct augur_change *change)
{
    if (*(*at)++ != ',')
        refuse();
    *change = (struct augur_change){ .kind = **at == 'M' || **at == 'J' ? *(*at)++ : 0, .second = CHANGE_AT };
    change->day = (int)number(at);
    if (change->kind == 'M') {
        change->month = change->day;
        if (*(*at)++ != '.')
            refuse();
        change->week = (int)number(at);
        if (*(*at)++ != '.')
            refuse();
        change->day = (int)number(at);
        if (change->month < 1 || change->month > 12 || change->week < 1 || change->week > 5 || change->day > 6)
            refuse();
    } else if (change->day > 365)
        refuse();
    if (**at == '/') {
        (*at)++;
        change->second = seconds(at);
    }
}

static void read_zone(const char *at, struct augur_zone *zone)
{
    *zone = (struct augur_zone){ .names = { name(&at, kept[0]) } };
    zone->east[0] = -seconds(&at);
    zone->names[1] = zone->names[0];
    if (!*at)
        return;
    zone->has_summer = 1;
    zone->names[1] = name(&at, kept[1]);
    zone->east[1] = *at && *at != ',' ? -seconds(&at) : zone->east[0] + HOUR;
    if (!*at)
        at = ",M3.2.0,M11.1.0";    /* as glibc has it */
    read_change(&at, &zone->changes[0]);
    read_change(&at, &zone->changes[1]);
    if (*at)
        refuse();
}

MASKED void augur_zone_local(struct augur_zone *zone)
{
    static const char *const same[] = { "", "UTC", "UTC0", ":UTC", "Etc/UTC" };
    __divine_interrupt_mask();
    const char *text = getenv("TZ");
    *zone = (struct augur_zone){ .names = { "UTC", "UTC" } };
    for (unsigned i = 0; text && i < sizeof same / sizeof *same; i++)
        if (strcmp(text, same[i]) == 0)
            return;
    if (!text)
        return;
    text += *text == ':';
    const char *rule = "";
    const struct augur_history *history = augur_history_find(text, &rule);
    if (!history)
        read_zone(strcmp(text, "GMT") ? text : "GMT0", zone);
    else if (*rule)
        read_zone(rule, zone);
    else {
        struct augur_local last[2];
        augur_history_last(history, last);
        zone->names[0] = zone->names[1] = last[0].name;
        zone->east[0] = last[0].east;
    }
    zone->history = history;
}

/* ---- summers ---------------------------------------------------------- */

/* The second of the year's change, by the clock that is changed. */
static long second_of(const struct augur_change *change, long year)
{
    int is_leap = augur_first_day(year, 2) == 60, day = change->day;
    if (change->kind == 'J')
        day = change->day - 1 + (is_leap && change->day >= 60);
    if (change->kind == 'M') {
        int first = augur_first_day(year, change->month - 1), next = augur_first_day(year, change->month);
        if (change->month == 12)
            next = 365 + is_leap;
        long weekday = (augur_days_to_year(year) + first + 4) % 7;
        weekday += weekday < 0 ? 7 : 0;
        day = first + (int)((change->day - weekday + 7) % 7) + 7 * (change->week - 1);
        while (day >= next)
            day -= 7;
    }
    return (augur_days_to_year(year) + day) * DAY + change->second;
}

static int is_summer(const struct augur_zone *zone, time_t when)
{
    if (!zone->has_summer)
        return 0;
    long local = when + zone->east[0];
    long year = augur_year_of(local / DAY - (local % DAY < 0));
    long start = second_of(&zone->changes[0], year) - zone->east[0];
    long end = second_of(&zone->changes[1], year) - zone->east[1];
    return start < end ? start <= when && when < end : !(end <= when && when < start);
}

struct augur_local augur_zone_at(const struct augur_zone *zone, time_t when)
{
    struct augur_local local;
    if (zone->history && augur_history_at(zone->history, when, &local))
        return local;
    int summer = is_summer(zone, when);
    return (struct augur_local){ zone->east[summer], summer, zone->names[summer] };
}
