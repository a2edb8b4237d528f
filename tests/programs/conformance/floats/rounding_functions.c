// floor, ceil, trunc, round, rint and their integer kin.
#include <math.h>
#include <stdio.h>

int main(void)
{
    double d[] = { 0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e15 + 0.5, 4503599627370497.5, -1.2, 1.999, 1e300 };
    for (int i = 0; i < 12; i++) {
        printf("%g %g %g %g %g %g\n", floor(d[i]), ceil(d[i]), trunc(d[i]), round(d[i]), rint(d[i]), nearbyint(d[i]));
        printf("%g %g %g\n", (double)floorf((float)d[i]), (double)ceilf((float)d[i]), (double)roundf((float)d[i]));
        if (fabs(d[i]) < 1e16) printf("%ld %ld\n", lround(d[i]), lrint(d[i]));
    }
    return 0;
}
