// Many named parameters before the variable ones.
#include <stdarg.h>
#include <stdio.h>

static double many(int a, double b, long c, float d, const char *e, int f, int g, double h, int i, ...)
{
    va_list list;
    va_start(list, i);
    double sum = a + b + (double)c + d + e[0] + f + g + h;
    while (i--)
        sum += i & 1 ? va_arg(list, double) : va_arg(list, int);
    va_end(list);
    return sum;
}

int main(void)
{
    printf("%g\n", many(1, 2, 3, 4, "5", 6, 7, 8, 0));
    printf("%g\n", many(1, 2, 3, 4, "5", 6, 7, 8, 4, 1.5, 2, 3.5, 4));
    printf("%g\n", many(1, 2, 3, 4, "5", 6, 7, 8, 9, 1, 2.5, 3, 4.5, 5, 6.5, 7, 8.5, 9));
    return 0;
}
