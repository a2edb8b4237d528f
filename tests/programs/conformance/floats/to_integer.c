// Conversions from floats to integers truncate.
#include <stdio.h>

int main(void)
{
    double d[] = { 0.99, -0.99, 1.5, -1.5, 127.9, -128.9, 32767.5, 65535.9, 2147483647.0, -2147483648.0 };
    for (int i = 0; i < 10; i++) {
        printf("%d %ld %d", (int)d[i], (long)d[i], (int)(float)(d[i] / 2));
        if (d[i] > -1) printf(" %u %lu", (unsigned)d[i], (unsigned long)d[i]);
        puts("");
    }
    printf("%lu %lu %u %ld\n", (unsigned long)1.8e19, (unsigned long)9.3e18f, (unsigned)4294967295.0, (long)-9.2e18);
    printf("%d %d %d\n", (signed char)-128.5, (unsigned char)255.9, (short)-32768.9f);
    return 0;
}
