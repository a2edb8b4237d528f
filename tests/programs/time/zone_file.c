//@ flags: --file tests/programs/time/somewhere.tzif=/usr/share/zoneinfo/Some/Where
//@ native: no
/* The rule of today is not that of the past. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void)
{
    setenv("TZ", "Some/Where", 1);
    time_t when = 340000000;
    assert(localtime(&when)->tm_gmtoff == 9000); // expect: assert
    return 0;
}
