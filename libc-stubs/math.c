/* <math.h>. What the compiler has an operation for is that operation; all the
 * rest is computed by the host's own library, so that every bit of a result and
 * every error number is what the native program sees. The rounding mode is
 * always to nearest.
 *
 * `__augur_math_x` is the host's `x`: its operands, then pointers to where its
 * second result (if there is one) and its error number go. */
#include "libc.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* posix: lgamma lgammaf lgammal gamma gammaf gammal
 * explored: the result is the host's. They leave the sign in signgam: two calls at once race.
 * accesses: w signgam.
 * tests: races:both_lgamma math/gamma_ok.c */

/* posix: others
 * explored: the result is the host's.
 * left out: flags of exceptions, other roundings; errno is set where glibc sets it.
 * accesses: w results that are returned through pointers.
 * tests: math/rounding.c math/gamma_ok.c */

#define EACH(MACRO, name)       \
    MACRO(name##f, float)       \
    MACRO(name, double)         \
    MACRO(name##l, long double)

static inline void set_error(int error)
{
    if (error)
        errno = error;
}

/* ---- shapes of functions ------------------------------------------------ */

#define UNARY(name, T)                           \
    T __augur_math_##name(T, int *);             \
    T name(T x)                                  \
    {                                            \
        int error = 0;                           \
        T result = __augur_math_##name(x, &error); \
        set_error(error);                        \
        return result;                           \
    }

#define BINARY_OF(name, R, A, B)                 \
    R __augur_math_##name(A, B, int *);          \
    R name(A x, B y)                             \
    {                                            \
        int error = 0;                           \
        R result = __augur_math_##name(x, y, &error); \
        set_error(error);                        \
        return result;                           \
    }
#define BINARY(name, T) BINARY_OF(name, T, T, T)
#define WITH_INT(name, T) BINARY_OF(name, T, T, int)
#define WITH_LONG(name, T) BINARY_OF(name, T, T, long)
#define INT_FIRST(name, T) BINARY_OF(name, T, int, T)
#define TOWARDS(name, T) BINARY_OF(name, T, T, long double)

#define TO_INTEGER(name, R, T)                   \
    R __augur_math_##name(T, int *);             \
    R name(T x)                                  \
    {                                            \
        int error = 0;                           \
        R result = __augur_math_##name(x, &error); \
        set_error(error);                        \
        return result;                           \
    }
#define TO_INT(name, T) TO_INTEGER(name, int, T)
#define TO_LONG(name, T) TO_INTEGER(name, long, T)
#define TO_LONG_LONG(name, T) TO_INTEGER(name, long long, T)

/* A second result goes to a variable of ours first: the store through the
 * caller's pointer is one that other threads may see. */
#define SECOND(name, T, S)                       \
    T __augur_math_##name(T, S *, int *);        \
    T name(T x, S *second)                       \
    {                                            \
        int error = 0;                           \
        S value;                                 \
        T result = __augur_math_##name(x, &value, &error); \
        *second = value;                         \
        set_error(error);                        \
        return result;                           \
    }
#define SECOND_INT(name, T) SECOND(name, T, int)
#define SECOND_SAME(name, T) SECOND(name, T, T)

#define QUOTIENT(name, T)                        \
    T __augur_math_##name(T, T, int *, int *);   \
    T name(T x, T y, int *quotient)              \
    {                                            \
        int error = 0, value;                    \
        T result = __augur_math_##name(x, y, &value, &error); \
        *quotient = value;                       \
        set_error(error);                        \
        return result;                           \
    }

#define BOTH(name, T)                            \
    T __augur_math_##name(T, T *, int *);        \
    void name(T x, T *sine, T *cosine)           \
    {                                            \
        int error = 0;                           \
        T second;                                \
        *sine = __augur_math_##name(x, &second, &error); \
        *cosine = second;                        \
        set_error(error);                        \
    }

/* ---- operations of the compiler ----------------------------------------- */

#define OPERATION(name, T, operation) \
    T name(T x) { return operation(x); }
#define FABS(name, T) OPERATION(name, T, __builtin_elementwise_abs)
#define FLOOR(name, T) OPERATION(name, T, __builtin_elementwise_floor)
#define CEIL(name, T) OPERATION(name, T, __builtin_elementwise_ceil)
#define TRUNC(name, T) OPERATION(name, T, __builtin_elementwise_trunc)
#define ROUND(name, T) OPERATION(name, T, __builtin_elementwise_round)
#define ROUNDEVEN(name, T) OPERATION(name, T, __builtin_elementwise_roundeven)
#define RINT(name, T) OPERATION(name, T, __builtin_elementwise_rint)
#define NEARBYINT(name, T) OPERATION(name, T, __builtin_elementwise_nearbyint)
EACH(FABS, fabs)
EACH(FLOOR, floor)
EACH(CEIL, ceil)
EACH(TRUNC, trunc)
EACH(ROUND, round)
EACH(ROUNDEVEN, roundeven)
EACH(RINT, rint)
EACH(NEARBYINT, nearbyint)

#define COPYSIGN(name, T) \
    T name(T x, T sign) { return __builtin_elementwise_copysign(x, sign); }
EACH(COPYSIGN, copysign)

#define SQRT(name, T)                            \
    T name(T x)                                  \
    {                                            \
        if (x < 0)                               \
            errno = EDOM;                        \
        return __builtin_elementwise_sqrt(x);    \
    }
EACH(SQRT, sqrt)

/* ---- functions of the host ---------------------------------------------- */

EACH(UNARY, acos) EACH(UNARY, asin) EACH(UNARY, atan) EACH(UNARY, cos)
EACH(UNARY, sin) EACH(UNARY, tan) EACH(UNARY, cosh) EACH(UNARY, sinh)
EACH(UNARY, tanh) EACH(UNARY, acosh) EACH(UNARY, asinh) EACH(UNARY, atanh)
EACH(UNARY, exp) EACH(UNARY, exp2) EACH(UNARY, expm1) EACH(UNARY, exp10)
EACH(UNARY, log) EACH(UNARY, log2) EACH(UNARY, log10) EACH(UNARY, log1p)
EACH(UNARY, logb) EACH(UNARY, cbrt) EACH(UNARY, erf) EACH(UNARY, erfc)
EACH(UNARY, tgamma) EACH(UNARY, j0) EACH(UNARY, j1) EACH(UNARY, y0)
EACH(UNARY, y1) EACH(UNARY, significand) EACH(UNARY, nextup)
EACH(UNARY, nextdown)

EACH(BINARY, atan2) EACH(BINARY, pow) EACH(BINARY, hypot) EACH(BINARY, fmod)
EACH(BINARY, remainder) EACH(BINARY, drem) EACH(BINARY, nextafter)
EACH(BINARY, fdim) EACH(BINARY, scalb) EACH(BINARY, fmax) EACH(BINARY, fmin)
EACH(BINARY, fmaxmag) EACH(BINARY, fminmag) EACH(BINARY, fmaximum)
EACH(BINARY, fminimum) EACH(BINARY, fmaximum_num) EACH(BINARY, fminimum_num)
EACH(BINARY, fmaximum_mag) EACH(BINARY, fminimum_mag)
EACH(BINARY, fmaximum_mag_num) EACH(BINARY, fminimum_mag_num)

EACH(WITH_INT, ldexp) EACH(WITH_INT, scalbn) EACH(WITH_LONG, scalbln)
EACH(INT_FIRST, jn) EACH(INT_FIRST, yn) EACH(TOWARDS, nexttoward)
EACH(TO_INT, ilogb) EACH(TO_LONG, llogb) EACH(TO_LONG, lrint)
EACH(TO_LONG_LONG, llrint) EACH(TO_LONG, lround) EACH(TO_LONG_LONG, llround)
EACH(SECOND_INT, frexp) EACH(SECOND_SAME, modf) EACH(QUOTIENT, remquo)
EACH(BOTH, sincos)
SECOND_INT(lgammaf_r, float)
SECOND_INT(lgamma_r, double)
SECOND_INT(lgammal_r, long double)

#define FMA(name, T)                             \
    T __augur_math_##name(T, T, T, int *);       \
    T name(T x, T y, T z)                        \
    {                                            \
        int error = 0;                           \
        T result = __augur_math_##name(x, y, z, &error); \
        set_error(error);                        \
        return result;                           \
    }
EACH(FMA, fma)

/* The sign of the last gamma function; like the original, not for threads. */
int signgam;
extern int __signgam __attribute__((alias("signgam")));
float lgammaf(float x) { return lgammaf_r(x, &signgam); }
double lgamma(double x) { return lgamma_r(x, &signgam); }
long double lgammal(long double x) { return lgammal_r(x, &signgam); }
float gammaf(float x) { return lgammaf(x); }
double gamma(double x) { return lgamma(x); }
long double gammal(long double x) { return lgammal(x); }
float pow10f(float x) { return exp10f(x); }
double pow10(double x) { return exp10(x); }
long double pow10l(long double x) { return exp10l(x); }

#define NAN_OF(name, T, parse)                   \
    T name(const char *tag)                      \
    {                                            \
        char text[64] = "NAN(";                  \
        if (!*tag || strlen(tag) > 50)           \
            return (T)__builtin_nan("");         \
        strcat(strcat(text, tag), ")");          \
        return parse(text, NULL);                \
    }
NAN_OF(nanf, float, strtof)
NAN_OF(nan, double, strtod)
NAN_OF(nanl, long double, strtold)

/* ---- classification ------------------------------------------------------ */

#define CLASSIFY(suffix, T)                                                     \
    int __fpclassify##suffix(T x)                                               \
    {                                                                           \
        return __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL,             \
                                    FP_SUBNORMAL, FP_ZERO, x);                  \
    }                                                                           \
    int __signbit##suffix(T x) { return __builtin_signbit(x) != 0; }            \
    int __isnan##suffix(T x) { return __builtin_isnan(x); }                     \
    int __finite##suffix(T x) { return __builtin_isfinite(x); }                 \
    int __isinf##suffix(T x) { return __builtin_isinf_sign(x); }                \
    int __issignaling##suffix(T x) { return __builtin_issignaling(x); }         \
    int __iseqsig##suffix(T x, T y) { return x == y; }
CLASSIFY(f, float)
CLASSIFY(, double)
CLASSIFY(l, long double)

int (isnan)(double x) { return __builtin_isnan(x); }
int (isinf)(double x) { return __builtin_isinf_sign(x); }
int (finite)(double x) { return __builtin_isfinite(x); }
int (isnanf)(float x) { return __builtin_isnan(x); }
int (isinff)(float x) { return __builtin_isinf_sign(x); }
int (finitef)(float x) { return __builtin_isfinite(x); }
int (isnanl)(long double x) { return __builtin_isnan(x); }
int (isinfl)(long double x) { return __builtin_isinf_sign(x); }
int (finitel)(long double x) { return __builtin_isfinite(x); }
