//@ expect: safe
//@ flags: --file tests/programs/time/somewhere.tzif=/usr/share/zoneinfo/Some/Where
//@ native: no
/* A zone of the database, from its file: its past, and the rule for later times. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void check(time_t when, int hour, int minute, int is_summer, const char *name)
{
    struct tm tm;
    localtime_r(&when, &tm);
    assert(tm.tm_hour == hour && tm.tm_min == minute && tm.tm_isdst == is_summer && !strcmp(tm.tm_zone, name));
    assert(mktime(&tm) == when);
    tm.tm_isdst = -1;
    assert(mktime(&tm) == when);
}

int main(void)
{
    assert(!setenv("TZ", "Some/Where", 1));
    tzset();
    assert(timezone == -9000 && daylight && !strcmp(tzname[0], "NEW") && !strcmp(tzname[1], "OLS"));
    check(0, 1, 0, 0, "OLD");
    check(325000000 - 3601, 13, 46, 0, "OLD");
    check(325000000, 15, 46, 1, "OLS");
    check(340000000, 5, 26, 0, "OLD");
    check(1700000000, 0, 43, 0, "NEW");
    check(1690000000, 7, 56, 1, "NES");
    /* An hour of a summer that is in winter. */
    struct tm tm = { .tm_year = 80, .tm_mon = 11, .tm_mday = 1, .tm_isdst = 1 };
    assert(mktime(&tm) == 344473200 - 3600);
    return 0;
}
