// A variable number of integers of all widths.
#include <stdarg.h>
#include <stdio.h>

static long sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    long s = 0;
    while (n--)
        s = s * 3 + va_arg(list, int);
    va_end(list);
    return s;
}

int main(void)
{
    char c = 'c';
    short h = -3;
    printf("%ld %ld %ld\n", sum(0), sum(1, 5), sum(3, c, h, 100000));
    printf("%ld\n", sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    return (int)sum(2, 1, 2);
}
