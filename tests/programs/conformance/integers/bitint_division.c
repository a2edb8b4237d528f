// Division and remainder of wide _BitInt.
#include <stdio.h>

int main(void)
{
    unsigned _BitInt(190) n = 1, d = 12345678901234567ul;
    for (int i = 0; i < 8; i++) {
        n = n * 0x9e3779b97f4a7c15ul + 7;
        unsigned _BitInt(190) q = n / d, r = n % d;
        printf("%lx %lx %lx %d\n", (unsigned long)q, (unsigned long)(q >> 64), (unsigned long)r, q * d + r == n);
        d = d * 1000003 + 1;
    }
    signed _BitInt(100) a = -((signed _BitInt(100))1 << 80), b = 1000000007;
    printf("%ld %ld\n", (long)(a / b >> 8), (long)(a % b));
    return 0;
}
