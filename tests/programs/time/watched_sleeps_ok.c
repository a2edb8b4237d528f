//@ expect: safe
// Each look shows what was slept since the one before.
#include <assert.h>
#include <time.h>

static long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

int main(void)
{
    const struct timespec millisecond = { 0, 1000000 };
    for (int i = 0; i < 20; i++) {
        long before = now();
        nanosleep(&millisecond, NULL);
        assert(now() - before >= 1000000);
    }
    return 0;
}
