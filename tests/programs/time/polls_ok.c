//@ expect: safe
// As polls: a hundred milliseconds have passed.
#include <assert.h>
#include <time.h>
#include <unistd.h>

static long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

int main(void)
{
    long first = now(), last = first;
    for (int i = 0; i < 100; i++) {
        usleep(1000);
        long next = now();
        assert(next >= last + 1000000);
        last = next;
    }
    assert(last >= first + 100000000);
    return 0;
}
