// What comes after a loop that waits for a time is explored.
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t deadline = time(NULL) + 5;
    while (time(NULL) < deadline)
        ;
    assert(0); // expect: assert
    return 0;
}
