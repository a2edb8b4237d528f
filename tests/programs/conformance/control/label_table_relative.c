// Label addresses stored as differences.
#include <stdio.h>

static int f(int n)
{
    static const int offsets[] = { &&a - &&a, &&b - &&a, &&c - &&a };
    int r = 0;
    goto *(&&a + offsets[n]);
a: r += 1;
b: r += 10;
c: r += 100;
    return r;
}

int main(void)
{
    printf("%d %d %d\n", f(0), f(1), f(2));
    return 0;
}
