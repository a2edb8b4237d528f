/* The hour that comes twice: who takes it for the second one is wrong by an hour. */
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    assert(!setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1));
    struct tm tm = { .tm_year = 124, .tm_mon = 9, .tm_mday = 27, .tm_hour = 2, .tm_min = 30, .tm_isdst = 1 };
    assert(mktime(&tm) == 1729989000 + 3600); // expect: assert
    return 0;
}
