//@ expect: safe
//@ flags: --clock still
//@ native: no
// The same with a clock that stands, but for those who sleep.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert(start.tv_sec == end.tv_sec && start.tv_nsec == end.tv_nsec);
    sleep(2);
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert(end.tv_sec == start.tv_sec + 2);
    return 0;
}
