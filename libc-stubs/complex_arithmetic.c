/* What compilers call to multiply and divide complex numbers. The results are those of libgcc to
 * the last bit: products are the plain formula, repaired when both parts are NaN although an
 * operand is infinite (C23, annex G.5.1); quotients are scaled by the larger part of the divisor
 * and, for float, computed in double. */
#include <float.h>
#include <math.h>

/* An infinity becomes a one and anything else a zero, the sign kept. */
#define BOXED(x) __builtin_copysign(__builtin_isinf(x) ? 1 : 0, (x))
/* NaN becomes a zero. */
#define TAMED(x) ((x) != (x) ? __builtin_copysign(0, (x)) : (x))

#define MULTIPLY(name, real)                                                                       \
    real _Complex name(real a, real b, real c, real d)                                             \
    {                                                                                              \
        real ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                       \
        real x = ac - bd, y = ad + bc;                                                             \
        if (x == x || y == y)                                                                      \
            return __builtin_complex(x, y);                                                        \
        int infinite = 0;                                                                          \
        if (__builtin_isinf(a) || __builtin_isinf(b)) {                                            \
            a = (real)BOXED(a), b = (real)BOXED(b), c = (real)TAMED(c), d = (real)TAMED(d);        \
            infinite = 1;                                                                          \
        }                                                                                          \
        if (__builtin_isinf(c) || __builtin_isinf(d)) {                                            \
            c = (real)BOXED(c), d = (real)BOXED(d), a = (real)TAMED(a), b = (real)TAMED(b);        \
            infinite = 1;                                                                          \
        }                                                                                          \
        if (!infinite && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) ||     \
                          __builtin_isinf(bc))) {                                                  \
            a = (real)TAMED(a), b = (real)TAMED(b), c = (real)TAMED(c), d = (real)TAMED(d);        \
            infinite = 1;                                                                          \
        }                                                                                          \
        if (infinite) {                                                                            \
            x = (real)__builtin_inf() * (a * c - b * d);                                           \
            y = (real)__builtin_inf() * (a * d + b * c);                                           \
        }                                                                                          \
        return __builtin_complex(x, y);                                                            \
    }

MULTIPLY(__mulsc3, float)
MULTIPLY(__muldc3, double)
MULTIPLY(__mulxc3, long double)

/* A quotient that came out as NaN in both parts, though a divisor of zero or an infinity gives it a
 * value. */
#define REPAIR(real)                                                                               \
    if (x != x && y != y) {                                                                        \
        if (c == 0 && d == 0 && (a == a || b == b)) {                                              \
            x = (real)__builtin_copysign(__builtin_inf(), c) * a;                                  \
            y = (real)__builtin_copysign(__builtin_inf(), c) * b;                                  \
        } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) &&          \
                   __builtin_isfinite(d)) {                                                        \
            a = (real)BOXED(a), b = (real)BOXED(b);                                                \
            x = (real)__builtin_inf() * (a * c + b * d);                                           \
            y = (real)__builtin_inf() * (b * c - a * d);                                           \
        } else if ((__builtin_isinf(c) || __builtin_isinf(d)) && __builtin_isfinite(a) &&          \
                   __builtin_isfinite(b)) {                                                        \
            c = (real)BOXED(c), d = (real)BOXED(d);                                                \
            x = 0 * (a * c + b * d);                                                               \
            y = 0 * (b * c - a * d);                                                               \
        }                                                                                          \
    }

float _Complex __divsc3(float a, float b, float c, float d)
{
    double wa = a, wb = b, wc = c, wd = d, square = wc * wc + wd * wd;
    float x = (float)((wa * wc + wb * wd) / square), y = (float)((wb * wc - wa * wd) / square);
    REPAIR(float)
    return __builtin_complex(x, y);
}

/* The quotient's parts with |q| <= |p| for the divisor p + q·i (up to order): ratio = q / p. */
#define PART(ratio, first, second, sign, p, q, least)                                              \
    (__builtin_fabsl(ratio) > least ? ((second) * ratio sign (first)) : (q * ((second) / p) sign (first)))

#define DIVIDE(name, real, max, least, epsilon)                                                    \
    real _Complex name(real a, real b, real c, real d)                                             \
    {                                                                                              \
        const real large = max / 2, small = epsilon, up = 1 / epsilon, room = large * small;       \
        real size = (real)__builtin_fabsl(c) < (real)__builtin_fabsl(d) ? (real)__builtin_fabsl(d) \
                                                                        : (real)__builtin_fabsl(c);\
        real left = (real)__builtin_fabsl(a), right = (real)__builtin_fabsl(b), scale = 1, x, y;   \
        if (size >= large)                                                                         \
            scale = (real)0.5;                                                                     \
        real shown = size * scale;                                                                 \
        if (shown < small)                                                                         \
            scale *= up;                                                                           \
        else if ((left * scale < least && right * scale < room && shown < room) ||                 \
                 (right * scale < least && left * scale < room && shown < room))                   \
            scale *= up;                                                                           \
        a *= scale, b *= scale, c *= scale, d *= scale;                                            \
        if ((real)__builtin_fabsl(c) < (real)__builtin_fabsl(d)) {                                 \
            real ratio = c / d, bottom = c * ratio + d;                                            \
            x = PART(ratio, b, a, +, d, c, least) / bottom;                                        \
            y = PART(ratio, a, b, -, d, c, least) / bottom;                                        \
        } else {                                                                                   \
            real ratio = d / c, bottom = d * ratio + c;                                            \
            x = PART(ratio, a, b, +, c, d, least) / bottom;                                        \
            y = (__builtin_fabsl(ratio) > least ? b - a * ratio : b - d * (a / c)) / bottom;       \
        }                                                                                          \
        REPAIR(real)                                                                               \
        return __builtin_complex(x, y);                                                            \
    }

DIVIDE(__divdc3, double, DBL_MAX, DBL_MIN, DBL_EPSILON)
DIVIDE(__divxc3, long double, LDBL_MAX, LDBL_MIN, LDBL_EPSILON)
