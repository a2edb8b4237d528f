//@ expect: unsupported
//@ native: no
// A timer that rings.
#include <time.h>

int main(void)
{
    timer_t timer;
    timer_create(CLOCK_REALTIME, NULL, &timer);
    return timer_settime(timer, 0, &(struct itimerspec){ .it_value.tv_sec = 1 }, NULL);
}
