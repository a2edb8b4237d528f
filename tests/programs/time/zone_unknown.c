/* Nobody says when the clocks change there. */
//@ expect: unsupported
#include <stdlib.h>
#include <time.h>

int main(void)
{
    setenv("TZ", "Europe/Prague", 1);
    tzset();
    return 0;
}
