// 128-bit integers to floats and back.
#include <stdio.h>

int main(void)
{
    unsigned __int128 n = 1;
    for (int i = 0; i < 127; i += 9) {
        __int128 s = -(__int128)(n << i) - 12345;
        double d = (double)(n << i), e = (double)s;
        float f = (float)(n << i);
        long double l = (long double)s;
        printf("%g %g %g %Lg\n", d, e, (double)f, l);
        printf("%d %d\n", (unsigned __int128)d == n << i, (__int128)e < 0);
    }
    return 0;
}
