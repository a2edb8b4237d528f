/* Routines that clang calls by itself, where one instruction will not do:
 * products and quotients of complex numbers. The host has the same ones. */

#define COMPLEX(name, T)                                                      \
    T __augur_math_##name(T, T, T, T, T *, int *);                            \
    T _Complex name(T a, T b, T c, T d)                                       \
    {                                                                         \
        int error = 0;                                                        \
        T im, re = __augur_math_##name(a, b, c, d, &im, &error);              \
        return __builtin_complex(re, im);                                     \
    }
COMPLEX(__mulsc3, float)
COMPLEX(__muldc3, double)
COMPLEX(__mulxc3, long double)
COMPLEX(__divsc3, float)
COMPLEX(__divdc3, double)
COMPLEX(__divxc3, long double)
