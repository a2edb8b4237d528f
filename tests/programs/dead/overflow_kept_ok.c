//@ expect: safe
//@ opt: O0
// Nobody looks at the counter that overflows, and that is no error without --overflow.
#include <limits.h>

int main(void)
{
    int n = INT_MAX - 1;
    for (int i = 0; i < 2; i++)
        n++;
    return 0;
}
