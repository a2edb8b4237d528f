//@ expect: safe
/* errno after domain and range errors, as glibc sets it. */
#include <errno.h>
#include <math.h>
#include <stdio.h>

static volatile double minus_one = -1, zero = 0, huge = 1e308, tiny = 1e-308;

#define TRY(expression)                                                     \
    do {                                                                    \
        errno = 0;                                                          \
        volatile double r = expression;                                     \
        printf("%s: %g %d\n", #expression, r != r ? 0 : r, errno);          \
    } while (0)

int main(void)
{
    TRY(log(minus_one));
    TRY(log(zero));
    TRY(sqrt(minus_one));
    TRY(acos(huge));
    TRY(exp(huge));
    TRY(exp(-huge));
    TRY(pow(zero, minus_one));
    TRY(pow(minus_one, 0.5));
    TRY(fmod(huge, zero));
    TRY(ldexp(huge, 10));
    TRY(tgamma(minus_one));
    TRY(hypot(huge, huge));
    TRY(sin(huge * 10));
    TRY(atanh(1));
    TRY(cosh(1000));
    TRY(sinf(1));
    TRY(logl(minus_one));
    TRY(remainder(1, zero));
    TRY(tiny / 1e10);
    return 0;
}
