// Euclid, binary and extended greatest common divisors.
#include <stdio.h>

static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }

static unsigned binary(unsigned a, unsigned b)
{
    if (!a || !b)
        return a | b;
    int shift = __builtin_ctz(a | b);
    a >>= __builtin_ctz(a);
    while (b) {
        b >>= __builtin_ctz(b);
        if (a > b) { unsigned t = a; a = b, b = t; }
        b -= a;
    }
    return a << shift;
}

static long extended(long a, long b, long *x, long *y)
{
    if (!b) return *x = 1, *y = 0, a;
    long p, q, g = extended(b, a % b, &p, &q);
    return *x = q, *y = p - a / b * q, g;
}

int main(void)
{
    for (unsigned a = 0; a < 200; a += 13)
        for (unsigned b = 0; b < 150; b += 35) {
            long x, y, g = extended(a, b, &x, &y);
            printf("%u %u %d ", gcd(a, b), binary(a, b), x * a + y * b == g);
        }
    puts("");
    return 0;
}
