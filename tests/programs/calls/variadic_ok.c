//@ expect: safe
// A variadic function through a fixed type, and a fixed one through a variadic type.
#include <assert.h>
#include <stdarg.h>

static long sum(int count, ...) {
    va_list list;
    va_start(list, count);
    long sum = 0;
    for (int i = 0; i < count; i++)
        sum += va_arg(list, int);
    sum += (long)(10 * va_arg(list, double));
    va_end(list);
    return sum;
}

static long fixed(int a, int b, double x, char *s) {
    return a + b + (long)x + s[0];
}

long (*volatile as_fixed)(int, int, char, double) = (long (*)(int, int, char, double))(void (*)(void))sum;
long (*volatile as_variadic)(int, ...) = (long (*)(int, ...))(void (*)(void))fixed;

int main(void) {
    assert(as_fixed(2, 20, 3, 1.5) == 38);
    assert(as_variadic(1, 2, 3.0, "\4") == 10);
    return 0;
}
