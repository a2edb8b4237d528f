// Loops whose bounds and steps have different types.
#include <stdio.h>

int main(void)
{
    int total = 0;
    for (unsigned char i = 250; i; i++) total += i;
    for (signed char i = 120; i > 0; i = (signed char)(i + 1)) total += i;
    for (unsigned short i = 65530; i > 5; i += 2) total ^= i;
    for (long i = -5; i <= 5; i++) total = total % 1000 * 3 + (int)i;
    for (unsigned i = 10; i-- > 0;) total += (int)i;
    for (unsigned long i = 1; i; i <<= 7) total += (int)(i % 1000);
    for (float f = 0; f < 1; f += 0.125f) total += (int)(f * 8);
    printf("%d\n", total);
    return total & 63;
}
