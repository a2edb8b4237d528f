//@ opt: O0
//@ flags: --overflow
// The least number has no absolute value.
#include <limits.h>
#include <stdlib.h>

int main(void)
{
    volatile int least = INT_MIN;
    return abs(least) > 0; // expect: overflow
}
