//@ expect: safe
// The clock does not go back, and moves by what was slept.
#include <assert.h>
#include <time.h>
#include <unistd.h>

static long now(clockid_t clock)
{
    struct timespec time;
    assert(clock_gettime(clock, &time) == 0);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

int main(void)
{
    long before = now(CLOCK_MONOTONIC);
    usleep(1000);
    usleep(1000);
    assert(now(CLOCK_MONOTONIC) - before >= 2000000);
    return 0;
}
