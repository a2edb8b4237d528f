// Exact fractions by value.
#include <stdio.h>

struct q { long n, d; };
static long gcd(long a, long b) { return b ? gcd(b, a % b) : a < 0 ? -a : a; }
static struct q make(long n, long d) { long g = gcd(n, d); if (d < 0) g = -g; return (struct q){ n / g, d / g }; }
static struct q add(struct q a, struct q b) { return make(a.n * b.d + b.n * a.d, a.d * b.d); }
static struct q mul(struct q a, struct q b) { return make(a.n * b.n, a.d * b.d); }

int main(void)
{
    struct q h = { 0, 1 }, e = { 1, 1 }, t = { 1, 1 };
    for (long i = 1; i <= 15; i++) h = add(h, make(i % 2 ? 1 : -1, i));
    for (long i = 1; i <= 12; i++) t = mul(t, make(1, i)), e = add(e, t);
    printf("%ld/%ld %ld/%ld\n", h.n, h.d, e.n, e.d);
    return 0;
}
