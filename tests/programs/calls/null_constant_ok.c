//@ expect: safe
/* Without prototype a 0 is an int, but compilers fill the whole register with it. */
#include <assert.h>

static int length(s) const char *s;
{
    int n = 0;
    if (!s)
        return -1;
    while (s[n])
        n++;
    return n;
}

int main(void)
{
    int (*volatile f)() = length;
    assert(f(0) == -1);
    assert(f("two") == 3);
    return 0;
}
