/* <stdlib.h>: reading floating-point numbers, correctly rounded.
 *
 * A number is kept as numerator / denominator * 2^shift in exact integers of
 * private memory. Both are aligned to the same length, and a division bit by
 * bit gives just the bits the type has room for; what remains decides how to
 * round, half to even. */
#include "libc.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

/* posix: others
 * explored: the result follows from the arguments, rounded exactly.
 * accesses: r the text up to where the number ends, w the end.
 * tests: races:strtod_in races:strtod_end libc/strtod.c */

struct type {
    int bits;           /* of the mantissa */
    int lowest;         /* exponent of the last bit of the smallest number */
    int highest;        /* exponent of the first bit of the greatest number */
    int digits_max;     /* more decimal digits cannot change the rounding */
    int point_max;      /* numbers beyond 10^±point_max are 0 or infinite */
};
static const struct type type_float = { 24, -149, 127, 800, 400 };
static const struct type type_double = { 53, -1074, 1023, 800, 400 };
static const struct type type_long_double = { 64, -16445, 16383, 11600, 5000 };

/* The result: mantissa * 2^exponent with the type's bits, or something special. */
enum kind { ZERO, FINITE, INFINITE, NOT_A_NUMBER };
struct number {
    uint64_t mantissa, payload;
    int exponent, negative;
    enum kind kind;
};

/* ---- natural numbers, the lowest limb first --------------------------- */

struct natural {
    uint32_t *limbs;
    int count;
};

static void multiply_add(struct natural *n, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (int i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limbs[i] * factor;
        n->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        n->limbs[n->count++] = (uint32_t)carry;
}

static void multiply_power_of_5(struct natural *n, int power)
{
    for (; power >= 13; power -= 13)
        multiply_add(n, 1220703125, 0);
    for (; power > 0; power--)
        multiply_add(n, 5, 0);
}

static int bit_length(const struct natural *n)
{
    int length = 32 * n->count;
    for (uint32_t top = n->limbs[n->count - 1]; !(top >> 31); top <<= 1)
        length--;
    return length;
}

static void shift_left(struct natural *n, int bits)
{
    int limbs = bits / 32;
    bits %= 32;
    for (int i = n->count; i-- > 0;)
        n->limbs[i + limbs] = n->limbs[i];
    for (int i = 0; i < limbs; i++)
        n->limbs[i] = 0;
    n->count += limbs;
    if (bits)
        multiply_add(n, (uint32_t)1 << bits, 0);
}

static int order(const struct natural *a, const struct natural *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count; i-- > 0;)
        if (a->limbs[i] != b->limbs[i])
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
    return 0;
}

static void subtract(struct natural *a, const struct natural *b)
{
    int64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        borrow += (int64_t)a->limbs[i] - (i < b->count ? b->limbs[i] : 0);
        a->limbs[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    while (a->count > 0 && a->limbs[a->count - 1] == 0)
        a->count--;
}

/* ---- rounding --------------------------------------------------------- */

/* a / b * 2^shift for positive a and b, rounded to the type. Both need room for
 * one limb more than the longer of the two. */
static void divide(struct natural *a, struct natural *b, int shift, const struct type *type,
                   struct number *result)
{
    int difference = bit_length(a) - bit_length(b);
    int exponent = shift + difference;
    shift_left(difference < 0 ? a : b, difference < 0 ? -difference : difference);
    if (order(a, b) < 0) {
        shift_left(a, 1);
        exponent--;
    }
    int bits = exponent - type->lowest + 1;
    if (bits > type->bits)
        bits = type->bits;
    uint64_t mantissa = 0;
    for (int i = 0; i < bits; i++) {
        int one = order(a, b) >= 0;
        mantissa = mantissa << 1 | (unsigned)one;
        if (one)
            subtract(a, b);
        shift_left(a, 1);
    }
    int rest = bits < 0 ? -1 : order(a, b);
    int inexact = bits < 0 || a->count != 0;
    exponent -= (bits < 0 ? 0 : bits) - 1;
    if (bits < 0)
        exponent = type->lowest;
    mantissa += rest > 0 || (rest == 0 && mantissa & 1);
    if (bits == type->bits && !(mantissa >> (bits - 1) & 1)) {
        mantissa = (uint64_t)1 << (bits - 1);    /* it was all ones */
        exponent++;
    }
    result->mantissa = mantissa;
    result->exponent = exponent;
    result->kind = mantissa ? FINITE : ZERO;
    int is_small = !(mantissa >> (type->bits - 1));
    if (inexact && is_small)
        errno = ERANGE;
    if (!is_small && exponent + type->bits - 1 > type->highest) {
        result->kind = INFINITE;
        errno = ERANGE;
    }
}

/* ---- decimal ---------------------------------------------------------- */

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* Reads "e+12" if it is whole; saturates. */
static const char *parse_exponent(const char *s, char letter, long *exponent)
{
    *exponent = 0;
    if ((*s | 32) != letter)
        return s;
    const char *p = s + 1;
    int negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (!is_digit(*p))
        return s;
    for (; is_digit(*p); p++)
        if (*exponent < 100000000)
            *exponent = *exponent * 10 + (*p - '0');
    if (negative)
        *exponent = -*exponent;
    return p;
}

/* digits[0 … count) * 10^scale, the digits having no leading zeros. */
static void convert(const char *digits, int count, long scale, const struct type *type,
                    struct number *result)
{
    if (count + scale > type->point_max) {
        result->kind = INFINITE;
        errno = ERANGE;
        return;
    }
    if (count + scale < -type->point_max) {
        result->kind = ZERO;
        errno = ERANGE;
        return;
    }
    int up = scale > 0 ? (int)scale : 0, down = scale < 0 ? (int)-scale : 0;
    int top_bits = count / 3 * 10 + 10 + up / 3 * 7 + 7, low_bits = down / 3 * 7 + 7;
    int room = (top_bits > low_bits ? top_bits : low_bits) / 32 + 4;
    uint32_t top_limbs[room], low_limbs[room];
    struct natural top = { top_limbs, 0 }, low = { low_limbs, 1 };
    low_limbs[0] = 1;
    for (int i = 0; i < count; i++)
        multiply_add(&top, 10, (uint32_t)(digits[i] - '0'));
    multiply_power_of_5(&top, up);
    multiply_power_of_5(&low, down);
    divide(&top, &low, (int)scale, type, result);
}

/* Copies `count` digits from a text that may have a point in it. */
static void copy_digits(char *to, const char *from, int count)
{
    for (; count; from++)
        if (*from != '.') {
            *to++ = *from;
            count--;
        }
}

static const char *parse_decimal(const char *s, const struct type *type,
                                 struct number *result)
{
    const char *first = NULL;    /* the first digit that is not 0 */
    long count = 0, last = 0, scale = 0, exponent;
    int any = 0, dot = 0;
    for (;; s++) {
        if (*s == '.' && !dot) {
            dot = 1;
            continue;
        }
        if (!is_digit(*s))
            break;
        any = 1;
        if (!first && *s != '0')
            first = s;
        scale -= dot;
        if (first)
            count++;
        if (*s != '0')
            last = count;
    }
    if (!any)
        return NULL;
    s = parse_exponent(s, 'e', &exponent);
    if (!first)
        return s;
    scale += exponent + count - last;
    /* Of too many digits only matters that something follows. */
    int cut = last > type->digits_max;
    int kept = cut ? type->digits_max : (int)last;
    scale += last - kept;
    char digits[kept + 1];
    copy_digits(digits, first, kept);
    if (cut) {
        digits[kept++] = '1';
        scale--;
    }
    convert(digits, kept, scale, type, result);
    return s;
}

/* ---- hexadecimal ------------------------------------------------------ */

static int hexadecimal(char c)
{
    if (is_digit(c))
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

enum { HEXADECIMAL_DIGITS_MAX = 24 };

/* s stands behind 0x. Digits beyond the bits of any type only count as "and
 * something more". */
static const char *parse_hexadecimal(const char *s, const struct type *type,
                                     struct number *result)
{
    uint32_t top_limbs[8], low_limbs[8] = { 1 };
    struct natural top = { top_limbs, 0 }, low = { low_limbs, 1 };
    long shift = 0, exponent;
    int any = 0, dot = 0, sticky = 0, count = 0;
    for (;; s++) {
        if (*s == '.' && !dot) {
            dot = 1;
            continue;
        }
        int digit = hexadecimal(*s);
        if (digit < 0)
            break;
        any = 1;
        if (count == HEXADECIMAL_DIGITS_MAX) {
            sticky |= digit != 0;
            shift += 4;
        } else if (count || digit) {
            multiply_add(&top, 16, (uint32_t)digit);
            count++;
        }
        shift -= dot ? 4 : 0;
    }
    if (!any)
        return NULL;
    s = parse_exponent(s, 'p', &exponent);
    if (!count)
        return s;
    shift += exponent;
    if (shift > type->highest || shift < type->lowest - 128) {
        result->kind = shift > 0 ? INFINITE : ZERO;
        errno = ERANGE;
        return s;
    }
    multiply_add(&top, 2, (uint32_t)sticky);
    divide(&top, &low, (int)shift - 1, type, result);
    return s;
}

/* ---- the whole text --------------------------------------------------- */

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Does s begin with a word, given in small letters? */
static int begins(const char *s, const char *word)
{
    for (; *word; s++, word++)
        if ((*s | 32) != *word)
            return 0;
    return 1;
}

static int is_word(char c)
{
    return is_digit(c) || c == '_' || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* "nan", perhaps with a number in parentheses. */
static const char *parse_nan(const char *s, struct number *result)
{
    result->kind = NOT_A_NUMBER;
    if (*s != '(')
        return s;
    const char *p = s + 1;
    while (is_word(*p))
        p++;
    if (*p != ')')
        return s;
    char *end;
    uint64_t payload = strtoul(s + 1, &end, 0);
    if (end == p)
        result->payload = payload;
    return p + 1;
}

static struct number parse(const char *s, char **end, const struct type *type)
{
    struct number result = { 0 };
    const char *start = s, *stop;
    while (is_space(*s))
        s++;
    if (*s == '-' || *s == '+')
        result.negative = *s++ == '-';
    if (begins(s, "inf")) {
        result.kind = INFINITE;
        stop = s + (begins(s, "infinity") ? 8 : 3);
    } else if (begins(s, "nan")) {
        stop = parse_nan(s + 3, &result);
    } else if (s[0] == '0' && (s[1] | 32) == 'x') {
        stop = parse_hexadecimal(s + 2, type, &result);
        if (!stop)
            stop = s + 1;
    } else
        stop = parse_decimal(s, type, &result);
    if (end)
        *end = (char *)(stop ? stop : start);
    if (!stop)
        result.negative = 0;
    return result;
}

/* ---- into the types --------------------------------------------------- */

/* Sign, exponent and fraction of an IEEE number with `bits` of mantissa. */
static uint64_t encode(const struct number *n, const struct type *type)
{
    int fraction_bits = type->bits - 1;
    uint64_t hidden = (uint64_t)1 << fraction_bits;
    uint64_t all_ones = (uint64_t)(2 * type->highest + 1) << fraction_bits;
    switch (n->kind) {
    case ZERO: return 0;
    case INFINITE: return all_ones;
    case NOT_A_NUMBER:
        return all_ones | hidden >> 1 | (n->payload & (hidden - 1));
    default:
        if (n->mantissa < hidden)
            return n->mantissa;
        return (uint64_t)(n->exponent - type->lowest + 1) << fraction_bits |
               (n->mantissa & (hidden - 1));
    }
}

double strtod(const char *restrict s, char **restrict end)
{
    struct number n = parse(s, end, &type_double);
    uint64_t bits = encode(&n, &type_double) | (uint64_t)n.negative << 63;
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

float strtof(const char *restrict s, char **restrict end)
{
    struct number n = parse(s, end, &type_float);
    uint32_t bits = (uint32_t)encode(&n, &type_float) | (uint32_t)n.negative << 31;
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

/* x86's long double has its first bit in the mantissa. */
long double strtold(const char *restrict s, char **restrict end)
{
    struct number n = parse(s, end, &type_long_double);
    uint64_t first = (uint64_t)1 << 63, mantissa = n.mantissa;
    int exponent = 0x7fff;
    if (n.kind == INFINITE)
        mantissa = first;
    else if (n.kind == NOT_A_NUMBER)
        mantissa = first | first >> 1 | (n.payload & (first - 1));
    else
        exponent = mantissa & first ? n.exponent - type_long_double.lowest + 1 : 0;
    unsigned short top = (unsigned short)(exponent | n.negative << 15);
    long double value = 0;
    __builtin_memcpy(&value, &mantissa, sizeof mantissa);
    __builtin_memcpy((char *)&value + sizeof mantissa, &top, sizeof top);
    return value;
}

double atof(const char *s) { return strtod(s, NULL); }

#define ALSO(name, type, convert)                                               \
    type name(const char *restrict s, char **restrict end);                     \
    type name(const char *restrict s, char **restrict end) { return convert(s, end); }
#define WITH_LOCALE(name, type, convert)                                        \
    type name(const char *restrict s, char **restrict end, locale_t locale);    \
    type name(const char *restrict s, char **restrict end, locale_t locale)     \
    {                                                                           \
        return (void)locale, convert(s, end);                                   \
    }
WITH_LOCALE(strtof_l, float, strtof)
WITH_LOCALE(strtod_l, double, strtod)
WITH_LOCALE(strtold_l, long double, strtold)
WITH_LOCALE(__strtof_l, float, strtof)
WITH_LOCALE(__strtod_l, double, strtod)
ALSO(strtof32, float, strtof)
ALSO(strtof64, double, strtod)
ALSO(strtof32x, double, strtod)
ALSO(strtof64x, long double, strtold)
