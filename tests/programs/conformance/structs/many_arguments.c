// More arguments than registers, structs among them.
#include <stdio.h>

struct p { long a, b; };

static __attribute__((noinline)) long many(int a, long b, struct p c, char d, struct p e, short f, long g, struct p h, double i,
                                           float j, double k, double l, float m, double n, double o, double p, double q, int r)
{
    return a + b * 2 + c.a * 3 + c.b * 4 + d * 5 + e.a * 6 + e.b * 7 + f * 8 + g * 9 + h.a * 10 + h.b * 11 +
           (long)(i * 12 + j * 13 + k * 14 + l * 15 + m * 16 + n * 17 + o * 18 + p * 19 + q * 20) + r * 21;
}

int main(void)
{
    struct p x = { 1, 2 }, y = { 3, 4 }, z = { -5, 6 };
    long a = many(1, 2, x, 'c', y, -7, 8, z, 1.5, 2.5f, 3.5, 4.5, 5.5f, 6.5, 7.5, 8.5, 9.5, 10);
    long b = many(-1, a, z, 0, x, 9, -8, y, 0, 0, 1, 0, 0, 1, 0, 0, 1, -1);
    printf("%ld %ld\n", a, b);
    return 0;
}
