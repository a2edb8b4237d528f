// The ends of the range of long double.
#include <float.h>
#include <stdio.h>

int main(void)
{
    volatile long double max = LDBL_MAX, min = LDBL_MIN, eps = LDBL_EPSILON;
    printf("%La %La %La\n", max, min, eps);
    printf("%La %La %d\n", max * 2, min / 2, 1 + eps != 1);
    printf("%d %d\n", 1 + eps / 2 == 1, 1 - eps / 2 != 1);
    volatile long double big = 18446744073709551615.0L;
    printf("%lu %d\n", (unsigned long)big, big + 1 != big);
    return LDBL_MANT_DIG;
}
