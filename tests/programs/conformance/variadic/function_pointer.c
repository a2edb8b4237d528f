// Variadic functions called through pointers and in tables.
#include <stdarg.h>
#include <stdio.h>

static int largest(int n, ...)
{
    va_list l;
    va_start(l, n);
    int best = va_arg(l, int);
    while (--n) { int x = va_arg(l, int); if (x > best) best = x; }
    va_end(l);
    return best;
}

static int smallest(int n, ...)
{
    va_list l;
    va_start(l, n);
    int best = va_arg(l, int);
    while (--n) { int x = va_arg(l, int); if (x < best) best = x; }
    va_end(l);
    return best;
}

int main(void)
{
    int (*table[])(int, ...) = { largest, smallest };
    int (*print)(const char *, ...) = printf;
    for (int i = 0; i < 2; i++)
        print("%d %d\n", table[i](4, 3, -9, 27, 5), table[i](7, 1, 2, 3, 4, 5, 6, 7));
    return table[0](2, 40, 2);
}
