//@ expect: overflow
//@ opt: O0
//@ flags: --overflow
// Nobody looks at the counter, but with --overflow it must not overflow.
#include <limits.h>

int main(void)
{
    int n = INT_MAX - 1;
    for (int i = 0; i < 2; i++)
        n++;
    return 0;
}
