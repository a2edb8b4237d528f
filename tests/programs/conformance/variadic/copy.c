// va_copy: the same arguments walked twice, from different places.
#include <stdarg.h>
#include <stdio.h>

static void twice(int n, ...)
{
    va_list a, b;
    va_start(a, n);
    va_copy(b, a);
    int first = 0, second = 0;
    for (int i = 0; i < n; i++) {
        first += va_arg(a, int);
        if (i == n / 2) {
            va_list c;
            va_copy(c, a);
            if (i + 1 < n) second += 1000 * va_arg(c, int);
            va_end(c);
        }
    }
    for (int i = 0; i < n; i++)
        second += (i + 1) * va_arg(b, int);
    va_end(a), va_end(b);
    printf("%d %d\n", first, second);
}

int main(void)
{
    twice(3, 10, 20, 30);
    twice(9, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    return 0;
}
