/* <math.h>: the functions whose result is laid down exactly: classification,
 * rounding, remainders, square roots. They work on the bits of a double or
 * float, so no rounding mode and no host library comes in.
 *
 * Does not model the transcendental functions (sin, exp, pow, …) and those of
 * long double; they are `unsupported` when reached. */
#include "libc.h"
#include <errno.h>
#include <limits.h>
#include <math.h>

enum { BIAS = 1023, FRACTION = 52 };
#define SIGN ((uint64_t)1 << 63)
#define HIDDEN ((uint64_t)1 << FRACTION)

static uint64_t bits_of(double x)
{
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

static int exponent_of(uint64_t bits) { return (int)(bits >> FRACTION & 0x7ff); }

/* ---- classification --------------------------------------------------- */

int __fpclassify(double x)
{
    uint64_t bits = bits_of(x) & ~SIGN;
    if (exponent_of(bits) == 0x7ff)
        return bits << 12 ? FP_NAN : FP_INFINITE;
    return !bits ? FP_ZERO : exponent_of(bits) ? FP_NORMAL : FP_SUBNORMAL;
}

int __fpclassifyf(float x)
{
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    bits &= 0x7fffffff;
    if (bits >> 23 == 0xff)
        return bits << 9 ? FP_NAN : FP_INFINITE;
    return !bits ? FP_ZERO : bits >> 23 ? FP_NORMAL : FP_SUBNORMAL;
}

int __signbit(double x) { return (bits_of(x) & SIGN) != 0; }
int __signbitf(float x) { return __signbit(x); }
int __isnan(double x) { return x != x; }
int __isnanf(float x) { return x != x; }
int __finite(double x) { return exponent_of(bits_of(x)) != 0x7ff; }
int __finitef(float x) { return __finite(x); }

int __isinf(double x)
{
    return __fpclassify(x) == FP_INFINITE ? (__signbit(x) ? -1 : 1) : 0;
}

int __isinff(float x) { return __isinf(x); }
int (isnan)(double x) { return x != x; }
int (isinf)(double x) { return __isinf(x); }
int (finite)(double x) { return __finite(x); }

double fabs(double x) { return from_bits(bits_of(x) & ~SIGN); }

double copysign(double x, double sign)
{
    return from_bits((bits_of(x) & ~SIGN) | (bits_of(sign) & SIGN));
}

double fmax(double x, double y) { return x != x ? y : y != y ? x : x < y ? y : x; }
double fmin(double x, double y) { return x != x ? y : y != y ? x : y < x ? y : x; }
double fdim(double x, double y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }

/* ---- rounding to integers --------------------------------------------- */

double trunc(double x)
{
    uint64_t bits = bits_of(x);
    int exponent = exponent_of(bits) - BIAS;
    if (exponent >= FRACTION)
        return x == x ? x : x + x;
    return from_bits(bits & (exponent < 0 ? SIGN : ~((HIDDEN - 1) >> exponent)));
}

double floor(double x)
{
    double t = trunc(x);
    return t > x ? t - 1 : t;
}

double ceil(double x)
{
    double t = trunc(x);
    return t < x ? copysign(t + 1, x) : t;
}

double round(double x)
{
    double t = trunc(x);
    return fabs(x - t) >= 0.5 ? t + copysign(1, x) : t;
}

/* To nearest, half to even: the only rounding mode there is. */
double rint(double x)
{
    double t = trunc(x), rest = fabs(x - t);
    int odd = fabs(t) < 0x1p53 && (int64_t)t % 2 != 0;
    return rest > 0.5 || (rest == 0.5 && odd) ? t + copysign(1, x) : t;
}

double nearbyint(double x) { return rint(x); }
double roundeven(double x) { return rint(x); }

static long to_long(double x)
{
    return x >= -0x1p63 && x < 0x1p63 ? (long)x : LONG_MIN;
}

long lround(double x) { return to_long(round(x)); }
long long llround(double x) { return to_long(round(x)); }
long lrint(double x) { return to_long(rint(x)); }
long long llrint(double x) { return to_long(rint(x)); }

double modf(double x, double *whole)
{
    *whole = trunc(x);
    return copysign(__isinf(x) ? 0 : x - *whole, x);
}

/* ---- taking apart and putting together -------------------------------- */

double frexp(double x, int *exponent)
{
    uint64_t bits = bits_of(x);
    *exponent = 0;
    if (x == 0 || exponent_of(bits) == 0x7ff)
        return x == x ? x : x + x;
    if (exponent_of(bits) == 0) {
        bits = bits_of(x * 0x1p64);
        *exponent = -64;
    }
    *exponent += exponent_of(bits) - (BIAS - 1);
    return from_bits((bits & ~((uint64_t)0x7ff << FRACTION)) |
                     (uint64_t)(BIAS - 1) << FRACTION);
}

/* Two steps suffice for every finite result, and only the last one rounds: the
 * first stays among the normal numbers. */
double scalbn(double x, int n)
{
    if (x == 0 || exponent_of(bits_of(x)) == 0x7ff)
        return x == x ? x : x + x;
    int exponent;
    double fraction = frexp(x, &exponent);
    long sum = (long)exponent + n;
    if (sum > BIAS + 1)
        sum = BIAS + 100;
    if (sum < -1200)
        sum = -1200;
    if (sum > BIAS)
        return fraction * 0x1p1023 * from_bits((uint64_t)(BIAS + sum - BIAS) << FRACTION);
    if (sum > -BIAS)
        return fraction * from_bits((uint64_t)(BIAS + sum) << FRACTION);
    return fraction * 0x1p-1000 * from_bits((uint64_t)(BIAS + sum + 1000) << FRACTION);
}

static double with_range_error(double x, double result)
{
    if (x != 0 && __finite(x) && (result == 0 || !__finite(result)))
        errno = ERANGE;
    return result;
}

double ldexp(double x, int n) { return with_range_error(x, scalbn(x, n)); }
double scalbln(double x, long n) { return scalbn(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n); }

int ilogb(double x)
{
    int exponent;
    if (x == 0 || x != x)
        return INT_MIN;
    if (!__finite(x))
        return INT_MAX;
    frexp(x, &exponent);
    return exponent - 1;
}

double nextafter(double x, double towards)
{
    uint64_t bits = bits_of(x);
    if (x != x || towards != towards)
        return x + towards;
    if (x == towards)
        return towards;
    if (x == 0)
        return from_bits((bits_of(towards) & SIGN) | 1);
    bits += (x < towards) == !(bits & SIGN) ? 1 : (uint64_t)-1;
    return with_range_error(x, from_bits(bits));
}

/* ---- remainder and root ----------------------------------------------- */

double fmod(double x, double y)
{
    if (x != x || y != y)
        return x + y;
    if (!__finite(x) || y == 0) {
        errno = EDOM;
        return from_bits((uint64_t)0xfff8 << 48);
    }
    if (!__finite(y) || fabs(x) < fabs(y))
        return x;
    int x_exponent, y_exponent;
    uint64_t rest = (uint64_t)(fabs(frexp(x, &x_exponent)) * 0x1p53);
    uint64_t divisor = (uint64_t)(fabs(frexp(y, &y_exponent)) * 0x1p53);
    for (int i = x_exponent - y_exponent; i >= 0; i--) {
        if (rest >= divisor)
            rest -= divisor;
        if (i)
            rest <<= 1;
    }
    return copysign(scalbn((double)rest, y_exponent - 53), x);
}

/* Bit by bit from the mantissa, scaled to an even exponent: 54 bits of root, the
 * last of which only serves to round (a root is never a tie). */
double sqrt(double x)
{
    if (x == 0 || x != x || (!__finite(x) && x > 0))
        return x == x ? x : x + x;
    if (x < 0) {
        errno = EDOM;
        return from_bits((uint64_t)0xfff8 << 48);
    }
    int exponent;
    uint64_t mantissa = (uint64_t)(frexp(x, &exponent) * 0x1p53);
    exponent -= 53;
    if (exponent % 2) {
        mantissa <<= 1;
        exponent--;
    }
    unsigned __int128 rest = (unsigned __int128)mantissa << 54;
    uint64_t root = 0;
    for (int i = 54; i >= 0; i--) {
        uint64_t with = root | (uint64_t)1 << i;
        if ((unsigned __int128)with * with <= rest)
            root = with;
    }
    uint64_t sticky = (unsigned __int128)root * root != rest;
    return scalbn((double)(root << 1 | sticky), exponent / 2 - 27 - 1);
}

/* ---- float ------------------------------------------------------------ */

/* A float's result is exact in double, or (sqrtf) correctly rounded twice
 * without harm, since double has more than twice the bits. */
#define UNARY(name) \
    float name##f(float x) { return (float)name(x); }
UNARY(fabs)
UNARY(trunc)
UNARY(floor)
UNARY(ceil)
UNARY(round)
UNARY(rint)
UNARY(nearbyint)
UNARY(roundeven)
UNARY(sqrt)
float copysignf(float x, float sign) { return (float)copysign(x, sign); }
float fmaxf(float x, float y) { return (float)fmax(x, y); }
float fminf(float x, float y) { return (float)fmin(x, y); }
float fmodf(float x, float y) { return (float)fmod(x, y); }
float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }
long lroundf(float x) { return lround(x); }
long lrintf(float x) { return lrint(x); }

float modff(float x, float *whole)
{
    double w, rest = modf(x, &w);
    *whole = (float)w;
    return (float)rest;
}
