// Sums and products that stop at the first overflow.
#include <stdio.h>

static int factorial_limit(void) { int f = 1, n = 1; while (!__builtin_mul_overflow(f, n, &f)) n++; return n; }
static int fibonacci_limit(void) { unsigned char a = 0, b = 1, t; int n = 0; while (!__builtin_add_overflow(a, b, &t)) a = b, b = t, n++; return n; }
static int powers_limit(void) { long p = 1; int n = 0; while (!__builtin_mul_overflow(p, 7L, &p)) n++; return n; }

int main(void)
{
    printf("%d %d %d\n", factorial_limit(), fibonacci_limit(), powers_limit());
    return factorial_limit();
}
