// What comes after a hundred looks at the clock is found.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct timespec first, last;
    clock_gettime(CLOCK_MONOTONIC, &first);
    for (int i = 0; i < 100; i++) {
        usleep(1000);
        clock_gettime(CLOCK_MONOTONIC, &last);
    }
    assert(last.tv_sec > first.tv_sec); // expect: assert
    return 0;
}
