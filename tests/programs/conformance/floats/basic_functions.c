// sqrt, fabs, copysign, fma, fmod, fmin, fmax, ldexp, frexp.
#include <math.h>
#include <stdio.h>

int main(void)
{
    double d[] = { 2, 0.25, 10.75, -3.5, 1e10, 7 };
    for (int i = 0; i < 6; i++) {
        double x = d[i], y = d[(i + 1) % 6];
        int e;
        printf("%a %a %a %a\n", sqrt(fabs(x)), copysign(x, -y), fma(x, y, 0.1), fmod(x, y));
        double m = frexp(x, &e);
        printf("%a %d %a %a %a\n", m, e, ldexp(x, 5), fmin(x, y), fmax(x, y));
        printf("%a %a\n", (double)sqrtf((float)fabs(x)), (double)fmaf((float)x, (float)y, 1));
    }
    return 0;
}
