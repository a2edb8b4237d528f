//@ expect: safe
// Variadic functions: all the types, va_copy, a list handed on.
#include <assert.h>
#include <stdarg.h>
#include <string.h>

__attribute__((noinline)) static double sum(const char *types, ...) {
    va_list args;
    double total = 0;
    va_start(args, types);
    for (; *types; types++) {
        switch (*types) {
        case 'i': total += va_arg(args, int); break;
        case 'l': total += (double)va_arg(args, long); break;
        case 'd': total += va_arg(args, double); break;
        case 's': total += (double)strlen(va_arg(args, char *)); break;
        }
    }
    va_end(args);
    return total;
}

static int add_all(int n, va_list args) {
    int total = 0;
    while (n-- > 0)
        total += va_arg(args, int);
    return total;
}

__attribute__((noinline)) static int twice(int n, ...) {
    va_list args, again;
    va_start(args, n);
    va_copy(again, args);
    int total = add_all(n, args) + add_all(n, again);
    va_end(again);
    va_end(args);
    return total;
}

int main(void) {
    assert(sum("") == 0);
    assert(sum("idls", 1, 2.5, 30L, "four") == 37.5);
    assert(sum("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) == 55);
    assert(twice(8, 1, 2, 3, 4, 5, 6, 7, 8) == 72);
    return 0;
}
