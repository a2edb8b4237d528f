// Compound assignment between types of different width and sign.
#include <stdio.h>

int main(void)
{
    unsigned char c = 200;
    short s = -5;
    int i = 1000000;
    unsigned u = 7;
    long l = -3;
    unsigned long ul = 11;
    for (int n = 1; n < 10; n++) {
        c += s, s -= c, i ^= c * n, u *= (unsigned)s, l += (long)u % 97, ul ^= (unsigned long)l;
        c <<= 1, s |= 3, i /= n, u >>= n, l %= 1000, ul <<= 2;
        printf("%d %d %d %u %ld %lu\n", c, s, i, u, l, ul);
    }
    return c;
}
