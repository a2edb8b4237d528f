//@ expect: safe
/* Functions with a second result, an integer operand or an integer result. */
#include <math.h>
#include <stdio.h>

static volatile double big = 123456.789, small = -0.1875;

int main(void)
{
    int e;
    double whole, sine, cosine;
    float wholef;
    long double wholel;
    double m = frexp(big, &e);
    printf("%a %d\n", m, e);
    printf("%a ", modf(big, &whole));
    printf("%a\n", whole);
    printf("%a ", modff((float)small, &wholef));
    printf("%a\n", wholef);
    printf("%.15Lg ", modfl(big, &wholel));
    printf("%.15Lg\n", wholel);
    printf("%a %a %a\n", ldexp(small, 40), scalbn(small, -1060), scalbln(big, 3));
    printf("%d %d %ld %lld\n", ilogb(big), ilogb(small), lrint(big), llround(small));
    printf("%ld %ld %lld\n", lroundf(2.5f), lrintf(2.5f), llrintl(-7.5L));
    m = remquo(big, small, &e);
    printf("%a %d\n", m, e & 7);
    printf("%a %a\n", fma(big, small, 1.5), fma(0x1p600, 0x1p600, 1));
    printf("%a %a\n", nexttoward(1.0, 2.0L), (double)nexttowardf(1.0f, 0.0L));
    printf("%d %d %d %d %d\n", fpclassify(big), fpclassify(0.0), isnan(small) != 0,
           isinf(big * 1e308) != 0, signbit(small) != 0);
    sine = sin(big), cosine = cos(big);
    printf("%d\n", fabs(sine * sine + cosine * cosine - 1) < 1e-15);
    return 0;
}
