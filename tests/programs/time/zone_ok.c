/* Central Europe: an hour in winter, two in summer, and what is in between. */
//@ expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void check(time_t when, int hour, int is_summer)
{
    struct tm tm;
    assert(localtime_r(&when, &tm) == &tm);
    assert(tm.tm_hour == hour && tm.tm_isdst == is_summer);
    assert(tm.tm_gmtoff == (is_summer ? 7200 : 3600));
    assert(!strcmp(tm.tm_zone, is_summer ? "CEST" : "CET"));
    tm.tm_isdst = -1;
    assert(mktime(&tm) == when);
}

int main(void)
{
    assert(!setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1));
    tzset();
    assert(timezone == -3600 && daylight && !strcmp(tzname[0], "CET") && !strcmp(tzname[1], "CEST"));
    check(1700000000, 23, 0);
    check(1690000000, 6, 1);
    check(1711846799, 1, 0); /* 2024-03-31, a second before */
    check(1711846800, 3, 1);
    check(1729990799 - 3600, 1, 1);
    check(1729990800 + 3600, 3, 0);
    assert(!setenv("TZ", "<-03>3", 1));
    time_t start = 0;
    struct tm *tm = localtime(&start);
    assert(tm->tm_hour == 21 && tm->tm_mday == 31 && tm->tm_year == 69 && tm->tm_isdst == 0);
    assert(!setenv("TZ", "NZST-12NZDT,M9.5.0,M4.1.0/3", 1));
    start = 1704067200; /* summer in the south */
    assert(localtime(&start)->tm_isdst == 1 && localtime(&start)->tm_hour == 13);
    return 0;
}
