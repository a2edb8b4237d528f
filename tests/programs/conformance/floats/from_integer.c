// Conversions from integers to floats round to nearest even.
#include <stdio.h>

int main(void)
{
    long n[] = { 0, 1, -1, 16777216, 16777217, 16777219, 33554431, 9007199254740993, -9007199254740995, 0x7fffffffffffffff };
    for (int i = 0; i < 10; i++)
        printf("%a %a %a %La\n", (double)(float)n[i], (double)n[i], (double)(unsigned long)n[i], (long double)n[i]);
    unsigned u = 4294967295u;
    unsigned long w = 18446744073709551615u;
    printf("%a %a %a %a\n", (double)(float)u, (double)u, (double)(float)w, (double)w);
    printf("%a %a %a\n", (double)(float)(signed char)-128, (double)(short)-1, (double)(unsigned char)200);
    return 0;
}
