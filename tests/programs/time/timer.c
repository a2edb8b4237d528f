// There may be no room for another timer.
//@ flags: --faults malloc
//@ native: no
#include <assert.h>
#include <time.h>

int main(void)
{
    timer_t timer;
    assert(!timer_create(CLOCK_REALTIME, NULL, &timer)); // expect: assert
    return timer_delete(timer);
}
