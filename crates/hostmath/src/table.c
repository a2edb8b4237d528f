/* The host's <math.h> and <complex.h>, as a table of functions that all take
 * words and return words.
 *
 * An operand is one word of 64 bits (a float or int in its low half), a long
 * double two. Results come in the same way: first the function's own, then what
 * it stores through pointers, in order. A complex number is two operands or
 * results. */
#define _GNU_SOURCE
#include <complex.h>
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t word;

struct entry {
    const char *name;
    void (*call)(const word *a, word *r);
    void **target;
    /* Words of each operand and bytes of each result, 0 at the end. */
    unsigned char operands[6], results[4];
};

/* How the types lie in words. */
#define WORDS_float 1
#define WORDS_double 1
#define WORDS_ldouble 2
#define WORDS_int 1
#define WORDS_long 1
#define BYTES_float 4
#define BYTES_double 8
#define BYTES_ldouble 10
#define BYTES_int 4
#define BYTES_long 8
typedef long double ldouble;

#define ACCESS(T)                                                              \
    static inline T get_##T(const word *a)                                     \
    {                                                                          \
        T x = 0;                                                               \
        memcpy(&x, a, BYTES_##T);                                              \
        return x;                                                              \
    }                                                                          \
    static inline void put_##T(word *r, T x)                                   \
    {                                                                          \
        memset(r, 0, WORDS_##T * sizeof *r);                                   \
        memcpy(r, &x, BYTES_##T);                                              \
    }
ACCESS(float)
ACCESS(double)
ACCESS(ldouble)
ACCESS(int)
ACCESS(long)

/* Functions are called through pointers to those of the C library itself: the
 * linker may have found others of the same name, with other last bits. */
#define TARGET(f) static __typeof__(&f) target_##f = f;

/* ---- one function for each shape --------------------------------------- */

#define DO_1(f, R, A)                                                          \
    TARGET(f)                                                                  \
    static void do_##f(const word *a, word *r)                                 \
    {                                                                          \
        put_##R(r, target_##f(get_##A(a)));                                    \
    }
#define DO_2(f, R, A, B)                                                       \
    TARGET(f)                                                                  \
    static void do_##f(const word *a, word *r)                                 \
    {                                                                          \
        put_##R(r, target_##f(get_##A(a), get_##B(a + WORDS_##A)));            \
    }
#define DO_3(f, R, T)                                                          \
    TARGET(f)                                                                  \
    static void do_##f(const word *a, word *r)                                 \
    {                                                                          \
        enum { W = WORDS_##T };                                                \
        put_##R(r, target_##f(get_##T(a), get_##T(a + W), get_##T(a + 2 * W)));\
    }
#define DO_OUT(f, T, E)                                                        \
    TARGET(f)                                                                  \
    static void do_##f(const word *a, word *r)                                 \
    {                                                                          \
        E out;                                                                 \
        put_##T(r, target_##f(get_##T(a), &out));                              \
        put_##E(r + WORDS_##T, out);                                           \
    }
#define DO_REMQUO(f, T)                                                        \
    TARGET(f)                                                                  \
    static void do_##f(const word *a, word *r)                                 \
    {                                                                          \
        int out;                                                               \
        put_##T(r, target_##f(get_##T(a), get_##T(a + WORDS_##T), &out));      \
        put_int(r + WORDS_##T, out);                                           \
    }
#define DO_SINCOS(f, T)                                                        \
    TARGET(f)                                                                  \
    static void do_##f(const word *a, word *r)                                 \
    {                                                                          \
        T s, c;                                                                \
        target_##f(get_##T(a), &s, &c);                                        \
        put_##T(r, s);                                                         \
        put_##T(r + WORDS_##T, c);                                             \
    }

/* A complex number is made of its parts, whatever they are: `re + im * I` would
 * spoil infinities. */
#define COMPLEX(T, name)                                                       \
    static inline T complex get_complex_##name(const word *a)                  \
    {                                                                          \
        union { T part[2]; T complex whole; } z;                               \
        z.part[0] = get_##name(a);                                             \
        z.part[1] = get_##name(a + WORDS_##name);                              \
        return z.whole;                                                        \
    }                                                                          \
    static inline void put_complex_##name(word *r, T complex x)                \
    {                                                                          \
        union { T part[2]; T complex whole; } z;                               \
        z.whole = x;                                                           \
        put_##name(r, z.part[0]);                                              \
        put_##name(r + WORDS_##name, z.part[1]);                               \
    }
COMPLEX(float, float)
COMPLEX(double, double)
COMPLEX(long double, ldouble)

#define DO_C1(f, T)                                                            \
    TARGET(f)                                                                  \
    static void do_##f(const word *a, word *r)                                 \
    {                                                                          \
        put_complex_##T(r, target_##f(get_complex_##T(a)));                    \
    }
#define DO_C2(f, T)                                                            \
    TARGET(f)                                                                  \
    static void do_##f(const word *a, word *r)                                 \
    {                                                                          \
        put_complex_##T(                                                       \
            r, target_##f(get_complex_##T(a), get_complex_##T(a + 2 * WORDS_##T))); \
    }
#define DO_CR(f, T)                                                            \
    TARGET(f)                                                                  \
    static void do_##f(const word *a, word *r)                                 \
    {                                                                          \
        put_##T(r, target_##f(get_complex_##T(a)));                            \
    }

/* The compiler's own routines for complex numbers, which take their parts. */
#define DO_PARTS(f, name, T)                                                   \
    T complex f(T, T, T, T);                                                   \
    TARGET(f)                                                                  \
    static void do_##f(const word *a, word *r)                                 \
    {                                                                          \
        enum { W = WORDS_##name };                                             \
        put_complex_##name(r, target_##f(get_##name(a), get_##name(a + W),     \
                                         get_##name(a + 2 * W),                \
                                         get_##name(a + 3 * W)));              \
    }
DO_PARTS(__mulsc3, float, float)
DO_PARTS(__muldc3, double, double)
DO_PARTS(__mulxc3, ldouble, long double)
DO_PARTS(__divsc3, float, float)
DO_PARTS(__divdc3, double, double)
DO_PARTS(__divxc3, ldouble, long double)

/* ---- the functions ------------------------------------------------------ */

#define UNARY(X)                                                               \
    X(acos) X(asin) X(atan) X(cos) X(sin) X(tan) X(cosh) X(sinh) X(tanh)       \
    X(acosh) X(asinh) X(atanh) X(exp) X(exp2) X(expm1) X(exp10) X(log)         \
    X(log2) X(log10) X(log1p) X(logb) X(cbrt) X(erf) X(erfc) X(tgamma) X(j0)   \
    X(j1) X(y0) X(y1) X(significand) X(nextup) X(nextdown) X(sqrt) X(floor)    \
    X(ceil) X(trunc) X(round) X(roundeven) X(rint) X(nearbyint)
#define BINARY(X)                                                              \
    X(atan2) X(pow) X(hypot) X(fmod) X(remainder) X(drem) X(nextafter)         \
    X(fdim) X(scalb) X(fmax) X(fmin) X(fmaxmag) X(fminmag) X(fmaximum)         \
    X(fminimum) X(fmaximum_num) X(fminimum_num) X(fmaximum_mag)                \
    X(fminimum_mag) X(fmaximum_mag_num) X(fminimum_mag_num)
#define COMPLEX_UNARY(X)                                                       \
    X(cacos) X(casin) X(catan) X(ccos) X(csin) X(ctan) X(cacosh) X(casinh)     \
    X(catanh) X(ccosh) X(csinh) X(ctanh) X(cexp) X(clog) X(clog10) X(csqrt)    \
    X(cproj)

#define EACH(M, name) M(name##f, float) M(name, double) M(name##l, ldouble)

#define DEFINE_1(f, T) DO_1(f, T, T)
#define DEFINE_2(f, T) DO_2(f, T, T, T)
#define DEFINE_TI(f, T) DO_2(f, T, T, int)
#define DEFINE_TL(f, T) DO_2(f, T, T, long)
#define DEFINE_IT(f, T) DO_2(f, T, int, T)
#define DEFINE_TW(f, T) DO_2(f, T, T, ldouble)
#define DEFINE_I(f, T) DO_1(f, int, T)
#define DEFINE_L(f, T) DO_1(f, long, T)
#define DEFINE_3(f, T) DO_3(f, T, T)
#define DEFINE_OUT_INT(f, T) DO_OUT(f, T, int)
#define DEFINE_OUT_T(f, T) DO_OUT(f, T, T)
#define DEFINE_UNARY(f) EACH(DEFINE_1, f)
#define DEFINE_BINARY(f) EACH(DEFINE_2, f)
#define DEFINE_COMPLEX(f) EACH(DO_C1, f)
UNARY(DEFINE_UNARY)
BINARY(DEFINE_BINARY)
COMPLEX_UNARY(DEFINE_COMPLEX)
EACH(DEFINE_TI, ldexp)
EACH(DEFINE_TI, scalbn)
EACH(DEFINE_TL, scalbln)
EACH(DEFINE_IT, jn)
EACH(DEFINE_IT, yn)
EACH(DEFINE_TW, nexttoward)
EACH(DEFINE_I, ilogb)
EACH(DEFINE_L, llogb)
EACH(DEFINE_L, lrint)
EACH(DEFINE_L, llrint)
EACH(DEFINE_L, lround)
EACH(DEFINE_L, llround)
EACH(DEFINE_3, fma)
EACH(DEFINE_OUT_INT, frexp)
EACH(DEFINE_OUT_T, modf)
EACH(DO_REMQUO, remquo)
EACH(DO_SINCOS, sincos)
EACH(DO_C2, cpow)
EACH(DO_CR, cabs)
EACH(DO_CR, carg)
DO_OUT(lgammaf_r, float, int)
DO_OUT(lgamma_r, double, int)
DO_OUT(lgammal_r, ldouble, int)

#define W(T) WORDS_##T
#define B(T) BYTES_##T
#define ROW(f, ops, res) {#f, do_##f, (void **)&target_##f, ops, res},
#define OPS(...) {__VA_ARGS__}
#define ROW_1(f, T) ROW(f, OPS(W(T)), OPS(B(T)))
#define ROW_2(f, T) ROW(f, OPS(W(T), W(T)), OPS(B(T)))
#define ROW_3(f, T) ROW(f, OPS(W(T), W(T), W(T)), OPS(B(T)))
#define ROW_TI(f, T) ROW(f, OPS(W(T), 1), OPS(B(T)))
#define ROW_IT(f, T) ROW(f, OPS(1, W(T)), OPS(B(T)))
#define ROW_TW(f, T) ROW(f, OPS(W(T), 2), OPS(B(T)))
#define ROW_I(f, T) ROW(f, OPS(W(T)), OPS(4))
#define ROW_L(f, T) ROW(f, OPS(W(T)), OPS(8))
#define ROW_OUT_INT(f, T) ROW(f, OPS(W(T)), OPS(B(T), 4))
#define ROW_OUT_T(f, T) ROW(f, OPS(W(T)), OPS(B(T), B(T)))
#define ROW_REMQUO(f, T) ROW(f, OPS(W(T), W(T)), OPS(B(T), 4))
#define ROW_C1(f, T) ROW(f, OPS(W(T), W(T)), OPS(B(T), B(T)))
#define ROW_C2(f, T) ROW(f, OPS(W(T), W(T), W(T), W(T)), OPS(B(T), B(T)))
#define ROW_UNARY(f) EACH(ROW_1, f)
#define ROW_BINARY(f) EACH(ROW_2, f)
#define ROW_COMPLEX(f) EACH(ROW_C1, f)

static const struct entry table[] = {
    UNARY(ROW_UNARY)
    BINARY(ROW_BINARY)
    COMPLEX_UNARY(ROW_COMPLEX)
    EACH(ROW_TI, ldexp) EACH(ROW_TI, scalbn) EACH(ROW_TI, scalbln)
    EACH(ROW_IT, jn) EACH(ROW_IT, yn) EACH(ROW_TW, nexttoward)
    EACH(ROW_I, ilogb) EACH(ROW_L, llogb) EACH(ROW_L, lrint)
    EACH(ROW_L, llrint) EACH(ROW_L, lround) EACH(ROW_L, llround)
    EACH(ROW_3, fma) EACH(ROW_OUT_INT, frexp) EACH(ROW_OUT_T, modf)
    EACH(ROW_REMQUO, remquo) EACH(ROW_OUT_T, sincos) EACH(ROW_C2, cpow)
    EACH(ROW_2, cabs) EACH(ROW_2, carg)
    ROW_C2(__mulsc3, float) ROW_C2(__muldc3, double) ROW_C2(__mulxc3, ldouble)
    ROW_C2(__divsc3, float) ROW_C2(__divdc3, double) ROW_C2(__divxc3, ldouble)
    ROW_OUT_INT(lgammaf_r, float)
    ROW_OUT_INT(lgamma_r, double)
    ROW_OUT_INT(lgammal_r, ldouble)
};

void hostmath_prepare(void);
const struct entry *hostmath_entry(unsigned index);
int hostmath_call(const struct entry *entry, const word *a, word *r);

/* To be called once, before anything else. */
void hostmath_prepare(void)
{
    static const char *const libraries[] = {"libm.so.6", "libgcc_s.so.1"};
    for (size_t l = 0; l < 2; l++) {
        void *library = dlopen(libraries[l], RTLD_LAZY);
        for (size_t i = 0; library && i < sizeof table / sizeof *table; i++) {
            int own = strncmp(table[i].name, "__", 2) == 0;
            void *found = own == (l == 1) ? dlsym(library, table[i].name) : NULL;
            if (found)
                *table[i].target = found;
        }
    }
}

const struct entry *hostmath_entry(unsigned index)
{
    return index < sizeof table / sizeof *table ? &table[index] : NULL;
}

/* Calls a function; returns the errno that it leaves, or 0. */
int hostmath_call(const struct entry *entry, const word *a, word *r)
{
    int saved = errno, error;
    errno = 0;
    entry->call(a, r);
    error = errno;
    errno = saved;
    return error;
}
