// 80-bit arithmetic and its conversions.
#include <stdio.h>
#pragma STDC FP_CONTRACT OFF

int main(void)
{
    long double a = 1.0L / 3, b = 1e-30L, c = 12345678901234567.0L;
    for (int i = 0; i < 6; i++) {
        printf("%La %La %La\n", a, b, c);
        printf("%La %La %La %La\n", a + c, a - b, a * c, c / a);
        printf("%a %a %ld %d %d\n", (double)a, (double)(float)b, (long)c, a < b, c >= a);
        a = a * 1.7L + b, b = b * -1e3L, c = c / 9 + a;
    }
    printf("%.20Lg %.5Lf\n", a, c);
    return sizeof a;
}
