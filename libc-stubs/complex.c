/* <complex.h>, computed by the host; see math.c. A complex number goes there as
 * its two parts and comes back as two results. */
#include "libc.h"
#include <complex.h>
#include <errno.h>
#include <math.h>

#define EACH(MACRO, name)       \
    MACRO(name##f, float)       \
    MACRO(name, double)         \
    MACRO(name##l, long double)

static inline void set_error(int error)
{
    if (error)
        errno = error;
}

#define UNARY(name, T)                                                        \
    T __augur_math_##name(T, T, T *, int *);                                  \
    T complex name(T complex z)                                               \
    {                                                                         \
        int error = 0;                                                        \
        T im, re = __augur_math_##name(__real__ z, __imag__ z, &im, &error);  \
        set_error(error);                                                     \
        return __builtin_complex(re, im);                                     \
    }

#define REAL(name, T)                                                         \
    T __augur_math_##name(T, T, int *);                                       \
    T name(T complex z)                                                       \
    {                                                                         \
        int error = 0;                                                        \
        T re = __augur_math_##name(__real__ z, __imag__ z, &error);           \
        set_error(error);                                                     \
        return re;                                                            \
    }

#define POWER(name, T)                                                        \
    T __augur_math_##name(T, T, T, T, T *, int *);                            \
    T complex name(T complex x, T complex y)                                  \
    {                                                                         \
        int error = 0;                                                        \
        T im, re = __augur_math_##name(__real__ x, __imag__ x, __real__ y,    \
                                       __imag__ y, &im, &error);              \
        set_error(error);                                                     \
        return __builtin_complex(re, im);                                     \
    }

EACH(UNARY, cacos) EACH(UNARY, casin) EACH(UNARY, catan) EACH(UNARY, ccos)
EACH(UNARY, csin) EACH(UNARY, ctan) EACH(UNARY, cacosh) EACH(UNARY, casinh)
EACH(UNARY, catanh) EACH(UNARY, ccosh) EACH(UNARY, csinh) EACH(UNARY, ctanh)
EACH(UNARY, cexp) EACH(UNARY, clog) EACH(UNARY, clog10) EACH(UNARY, csqrt)
EACH(UNARY, cproj) EACH(POWER, cpow) EACH(REAL, cabs) EACH(REAL, carg)

#define PARTS(suffix, T)                                                      \
    T creal##suffix(T complex z) { return __real__ z; }                       \
    T cimag##suffix(T complex z) { return __imag__ z; }                       \
    T complex conj##suffix(T complex z)                                       \
    {                                                                         \
        return __builtin_complex(__real__ z, -__imag__ z);                    \
    }
PARTS(f, float)
PARTS(, double)
PARTS(l, long double)
