// A va_list handed to other functions, by value and by pointer.
#include <stdarg.h>
#include <stdio.h>

static int take(va_list *list, int n) { int s = 0; while (n--) s = s * 10 + va_arg(*list, int); return s; }
static int rest(va_list list, int n) { int s = 0; while (n--) s += va_arg(list, int); return s; }

static int both(int n, ...)
{
    va_list list;
    va_start(list, n);
    int a = take(&list, 2), b = rest(list, n - 2);
    va_end(list);
    return a * 100 + b;
}

static int text(char *to, unsigned long size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(to, size, format, list);
    va_end(list);
    return n;
}

int main(void)
{
    char buffer[40];
    printf("%d %d\n", both(3, 1, 2, 3), both(8, 1, 2, 3, 4, 5, 6, 7, 8));
    int n = text(buffer, sizeof buffer, "%d-%s-%5.2f-%c", 42, "abc", 3.14159, 'z');
    printf("%d %s\n", n, buffer);
    return n;
}
