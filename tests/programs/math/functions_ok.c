//@ expect: safe
//@ skip-none
/* Every function of <math.h> for float, double and long double, bit for bit as
 * the native program computes it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

static void show(const char *name, const void *value, int bytes)
{
    const unsigned char *p = value;
    printf("%s ", name);
    for (int i = bytes - 1; i >= 0; i--)
        printf("%02x", p[i]);
    printf("\n");
}

#define SHOW1(f, T, bytes)                                  \
    for (int i = 0; i < 3; i++) {                           \
        T x = (T)inputs[i], y = f(x);                       \
        if (y != y)                                         \
            y = 0;                                          \
        show(#f, &y, bytes);                                \
    }
#define SHOW2(f, T, bytes)                                  \
    for (int i = 0; i < 2; i++) {                           \
        T x = (T)inputs[i], y = f(x, (T)inputs[i + 1]);     \
        show(#f, &y, bytes);                                \
    }
#define ALL1(name) SHOW1(name##f, float, 4) SHOW1(name, double, 8) SHOW1(name##l, long double, 10)
#define ALL2(name) SHOW2(name##f, float, 4) SHOW2(name, double, 8) SHOW2(name##l, long double, 10)

static volatile double inputs[] = {0.7310585786300049, 1.25, 2.9};

int main(void)
{
    ALL1(acos) ALL1(asin) ALL1(atan) ALL1(cos) ALL1(sin) ALL1(tan) ALL1(cosh)
    ALL1(sinh) ALL1(tanh) ALL1(acosh) ALL1(asinh) ALL1(atanh) ALL1(exp)
    ALL1(exp2) ALL1(expm1) ALL1(log) ALL1(log2) ALL1(log10) ALL1(log1p)
    ALL1(logb) ALL1(cbrt) ALL1(erf) ALL1(erfc) ALL1(tgamma) ALL1(lgamma)
    ALL1(sqrt) ALL1(floor) ALL1(ceil) ALL1(trunc) ALL1(round) ALL1(rint)
    ALL1(nearbyint) ALL1(fabs)
    ALL2(atan2) ALL2(pow) ALL2(hypot) ALL2(fmod) ALL2(remainder)
    ALL2(nextafter) ALL2(fdim) ALL2(fmax) ALL2(fmin) ALL2(copysign)
    return 0;
}
