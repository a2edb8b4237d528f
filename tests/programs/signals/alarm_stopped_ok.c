//@ expect: safe
// The alarm would end the program, but is stopped in time, and tells how much was left.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    alarm(10);
    sleep(1);
    unsigned left = alarm(0);
    assert(left == 9);
    assert(alarm(0) == 0);
    return 0;
}
