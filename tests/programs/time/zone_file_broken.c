//@ expect: unsupported
//@ flags: --file tests/programs/files/input.txt=/usr/share/zoneinfo/Some/Where
//@ native: no
/* A file that is none of a time zone. */
#include <stdlib.h>
#include <time.h>

int main(void)
{
    setenv("TZ", "Some/Where", 1);
    tzset();
    return 0;
}
