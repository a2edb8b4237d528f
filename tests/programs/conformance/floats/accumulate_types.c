// Mixed arithmetic between all kinds of float and integers.
#include <stdio.h>
#pragma STDC FP_CONTRACT OFF

int main(void)
{
    _Float16 h = (_Float16)0.5;
    float f = 0.1f; double d = 0.2; long double l = 0.3L; __float128 q = 0.4;
    long n = 1L << 54; unsigned u = 4000000001u; short s = -7;
    printf("%a %a %La %a\n", (double)(h + f), f + d, d + l, (double)(l + q));
    printf("%a %a %La %a\n", (double)(f + n), d + n, l + n, (double)(q + n));
    printf("%a %a %La %a\n", (double)(f * u), d * u, l * s, (double)(h * s));
    printf("%d %d %d %d\n", f == 0.1, d == 0.2, l == 0.3, f < d);
    return 0;
}
