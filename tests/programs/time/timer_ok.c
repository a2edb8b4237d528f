//@ expect: safe
// Timers are made and deleted, and one that was never set has nothing left.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <time.h>

int main(void)
{
    timer_t timer;
    struct itimerspec left;
    assert(!timer_create(CLOCK_MONOTONIC, NULL, &timer));
    assert(!timer_gettime(timer, &left) && !left.it_value.tv_sec && !left.it_value.tv_nsec);
    assert(!timer_settime(timer, 0, &(struct itimerspec){ 0 }, &left) && !timer_getoverrun(timer));
    assert(!timer_delete(timer));
    assert(timer_delete(timer) == -1 && errno == EINVAL);
    return 0;
}
