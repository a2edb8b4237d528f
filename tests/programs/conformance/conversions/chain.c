// Values through chains of casts between all arithmetic types.
#include <stdio.h>

int main(void)
{
    long n = 1;
    for (int i = 0; i < 25; i++) {
        n = n * 37 + 11;
        signed char c = (signed char)(short)(int)n;
        unsigned short s = (unsigned short)(signed char)n;
        int a = (int)(unsigned char)n;
        long b = (long)(unsigned)(short)n;
        unsigned long d = (unsigned long)(int)(unsigned)n;
        double e = (double)(float)(int)n;
        float f = (float)(unsigned char)(int)(double)(int)n;
        printf("%d %u %d %ld %lu %a %a\n", c, s, a, b, d, e, (double)f);
        n %= 1000000007;
    }
    return 0;
}
