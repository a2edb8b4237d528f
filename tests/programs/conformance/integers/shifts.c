// Shifts by every amount, signed and unsigned, 32 and 64 bits.
#include <stdio.h>

int main(void)
{
    int negative = -123456789;
    unsigned plain = 0x89abcdefu;
    unsigned long wide = 0xfedcba9876543210ul;
    long wide_negative = (long)wide;
    for (int n = 0; n < 32; n += 3)
        printf("%d: %d %x %x\n", n, negative >> n, plain >> n, plain << n);
    for (int n = 0; n < 64; n += 5)
        printf("%d: %lx %lx %ld\n", n, wide >> n, wide << n, wide_negative >> n);
    return 0;
}
