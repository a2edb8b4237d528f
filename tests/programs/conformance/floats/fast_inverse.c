// Bits of floats as integers: inverse root, next value, exponent.
#include <stdio.h>
#include <string.h>
#pragma STDC FP_CONTRACT OFF

static float inverse(float x)
{
    int i;
    float half = x * 0.5f, y;
    memcpy(&i, &x, 4);
    i = 0x5f3759df - (i >> 1);
    memcpy(&y, &i, 4);
    return y * (1.5f - half * y * y);
}

static double next(double x) { long n; memcpy(&n, &x, 8); n++; memcpy(&x, &n, 8); return x; }

int main(void)
{
    for (float x = 0.01f; x < 1000; x *= 7)
        printf("%a %a\n", (double)inverse(x), next(x) - x);
    return 0;
}
