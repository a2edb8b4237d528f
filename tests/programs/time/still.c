// While a program works, time may pass, unless it is told to stand.
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert(start.tv_sec == end.tv_sec); // expect: assert
    return 0;
}
