/* Floating-point conversions of printf: %f %e %g %a and their capitals.
 *
 * Every finite binary number m * 2^e has a finite decimal expansion. It is
 * computed whole, in private memory: for e >= 0 the integer m * 2^e, otherwise
 * m * 5^-e with the decimal point moved -e places. Rounding then looks at exact
 * digits, half to even, so the result is exact to the last digit. */
#include "libc.h"
#include <string.h>

enum { LIMB = 1000000000, LIMB_DIGITS = 9 };

struct augur_float augur_from_double(double value)
{
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    struct augur_float f = { 0 };
    int exponent = (int)(bits >> 52 & 0x7ff);
    f.negative = (char)(bits >> 63);
    f.mantissa = bits & 0xfffffffffffff;
    if (exponent == 0x7ff)
        f.kind = f.mantissa ? AUGUR_NAN : AUGUR_INFINITE;
    else if (exponent)
        f.mantissa |= (uint64_t)1 << 52;
    f.exponent = (exponent ? exponent : 1) - 1075;
    return f;
}

struct augur_float augur_from_long_double(const long double *value)
{
    struct augur_float f = { .is_long = 1 };
    unsigned short top;
    __builtin_memcpy(&f.mantissa, value, sizeof f.mantissa);
    __builtin_memcpy(&top, (const char *)value + sizeof f.mantissa, sizeof top);
    int exponent = top & 0x7fff;
    f.negative = (char)(top >> 15);
    if (exponent == 0x7fff)
        f.kind = f.mantissa << 1 ? AUGUR_NAN : AUGUR_INFINITE;
    f.exponent = (exponent ? exponent : 1) - 16446;
    return f;
}

/* ---- digits ----------------------------------------------------------- */

/* A decimal number 0.d0 d1 d2 … * 10^point. */
struct decimal {
    char *digits;
    int count, point;
};

static int multiply(uint32_t *limbs, int count, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < count; i++) {
        carry += (uint64_t)limbs[i] * factor;
        limbs[i] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
    for (; carry; carry /= LIMB)
        limbs[count++] = (uint32_t)(carry % LIMB);
    return count;
}

static int limbs_needed(int exponent)
{
    int bits = 64 + (exponent < 0 ? -exponent / 3 * 7 + 7 : exponent);
    return bits / 29 + 2;
}

/* The integer mantissa * 2^exponent, or * 5^-exponent. */
static int expand(uint32_t *limbs, uint64_t mantissa, int exponent)
{
    int count = 0;
    for (; mantissa; mantissa /= LIMB)
        limbs[count++] = (uint32_t)(mantissa % LIMB);
    for (; exponent >= 29; exponent -= 29)
        count = multiply(limbs, count, 1u << 29);
    if (exponent > 0)
        count = multiply(limbs, count, 1u << exponent);
    for (; exponent <= -13; exponent += 13)
        count = multiply(limbs, count, 1220703125);    /* 5^13 */
    for (; exponent < 0; exponent++)
        count = multiply(limbs, count, 5);
    return count;
}

/* Fills d->digits; there are no leading and no trailing zeros. */
static void to_decimal(struct decimal *d, const uint32_t *limbs, int count, int scale)
{
    int n = 0;
    for (int i = count; i-- > 0;) {
        uint32_t limb = limbs[i];
        for (int k = LIMB_DIGITS; k-- > 0; limb /= 10)
            d->digits[n + k] = (char)('0' + limb % 10);
        n += LIMB_DIGITS;
    }
    int leading = 0;
    while (leading < n && d->digits[leading] == '0')
        leading++;
    for (int i = leading; i < n; i++)
        d->digits[i - leading] = d->digits[i];
    d->count = n - leading;
    d->point = d->count - scale;
    while (d->count && d->digits[d->count - 1] == '0')
        d->count--;
}

/* Rounds to `keep` digits, half to even. */
static void round_decimal(struct decimal *d, long keep)
{
    if (keep >= d->count)
        return;
    if (keep < 0) {
        d->count = 0;
        return;
    }
    char next = d->digits[keep];
    int odd = keep && (d->digits[keep - 1] - '0') % 2;
    int up = next > '5' || (next == '5' && (d->count > keep + 1 || odd));
    d->count = (int)keep;
    if (up) {
        while (d->count && d->digits[d->count - 1] == '9')
            d->count--;
        if (d->count)
            d->digits[d->count - 1]++;
        else {
            d->digits[0] = '1';
            d->count = 1;
            d->point++;
        }
    }
    while (d->count && d->digits[d->count - 1] == '0')
        d->count--;
}

/* Writes the digits from place `from` to before `to`; what is not there is 0. */
static void put_digits(struct augur_sink *sink, const struct decimal *d, long from, long to)
{
    long zeros = from < 0 ? (to < 0 ? to - from : -from) : 0;
    augur_sink_fill(sink, '0', (size_t)zeros);
    from += zeros;
    long real = (to < d->count ? to : d->count) - from;
    if (real > 0) {
        augur_sink_bytes(sink, d->digits + from, (size_t)real);
        from += real;
    }
    augur_sink_fill(sink, '0', (size_t)(to - from));
}

/* ---- layout ----------------------------------------------------------- */

static int is_upper(char letter) { return letter >= 'A' && letter <= 'Z'; }

static size_t sign_of(const struct augur_spec *spec, const struct augur_float *value,
                      char *sign)
{
    *sign = value->negative ? '-' : spec->plus ? '+' : ' ';
    return value->negative || spec->plus || spec->space;
}

static void put_fixed(struct augur_sink *sink, const struct augur_spec *spec,
                      const struct augur_float *value, const struct decimal *d,
                      int precision)
{
    char sign;
    size_t signs = sign_of(spec, value, &sign);
    int whole = d->count && d->point > 0 ? d->point : 0;
    int point = d->count ? d->point : 0;
    int has_dot = precision || spec->alternate;
    size_t size = (size_t)(whole ? whole : 1) + (size_t)has_dot + (size_t)precision;
    augur_pad_before(sink, spec, &sign, signs, size);
    if (whole)
        put_digits(sink, d, 0, whole);
    else
        augur_sink_fill(sink, '0', 1);
    augur_sink_fill(sink, '.', (size_t)has_dot);
    put_digits(sink, d, point, (long)point + precision);
    augur_pad_after(sink, spec, signs + size);
}

static int put_exponent(char *buffer, char letter, int exponent, int least)
{
    int size = 0, rest = exponent < 0 ? -exponent : exponent, digits = 0;
    for (int r = rest; r || digits < least; r /= 10)
        digits++;
    buffer[size++] = letter;
    buffer[size++] = exponent < 0 ? '-' : '+';
    for (int i = digits; i-- > 0; rest /= 10)
        buffer[size + i] = (char)('0' + rest % 10);
    return size + digits;
}

static void put_scientific(struct augur_sink *sink, const struct augur_spec *spec,
                           const struct augur_float *value, const struct decimal *d,
                           int precision)
{
    char sign, exponent[8];
    size_t signs = sign_of(spec, value, &sign);
    size_t exponent_size = (size_t)put_exponent(exponent, is_upper(spec->letter) ? 'E' : 'e',
                                                d->count ? d->point - 1 : 0, 2);
    int has_dot = precision || spec->alternate;
    size_t size = 1 + (size_t)has_dot + (size_t)precision + exponent_size;
    augur_pad_before(sink, spec, &sign, signs, size);
    put_digits(sink, d, 0, 1);
    augur_sink_fill(sink, '.', (size_t)has_dot);
    put_digits(sink, d, 1, 1 + (long)precision);
    augur_sink_bytes(sink, exponent, exponent_size);
    augur_pad_after(sink, spec, signs + size);
}

static void put_general(struct augur_sink *sink, const struct augur_spec *spec,
                        const struct augur_float *value, struct decimal *d, int precision)
{
    if (precision == 0)
        precision = 1;
    round_decimal(d, precision);
    int exponent = d->count ? d->point - 1 : 0;
    int shown = spec->alternate ? precision : d->count ? d->count : 1;
    if (exponent < -4 || exponent >= precision)
        put_scientific(sink, spec, value, d, shown - 1);
    else
        put_fixed(sink, spec, value, d, shown - 1 > exponent ? shown - 1 - exponent : 0);
}

static void put_special(struct augur_sink *sink, struct augur_spec spec,
                        const struct augur_float *value)
{
    char sign;
    size_t signs = sign_of(&spec, value, &sign);
    const char *name = value->kind == AUGUR_NAN ? (is_upper(spec.letter) ? "NAN" : "nan")
                                                : (is_upper(spec.letter) ? "INF" : "inf");
    spec.zero = 0;
    augur_pad_before(sink, &spec, &sign, signs, 3);
    augur_sink_bytes(sink, name, 3);
    augur_pad_after(sink, &spec, signs + 3);
}

static void put_decimal(struct augur_sink *sink, const struct augur_spec *spec,
                        const struct augur_float *value)
{
    uint64_t mantissa = value->mantissa;
    int exponent = mantissa ? value->exponent : 0;
    for (; mantissa && !(mantissa & 1) && exponent < 0; exponent++)
        mantissa >>= 1;
    uint32_t limbs[limbs_needed(exponent)];
    int count = expand(limbs, mantissa, exponent);
    char digits[count * LIMB_DIGITS + 1];
    struct decimal d = { .digits = digits };
    to_decimal(&d, limbs, count, exponent < 0 ? -exponent : 0);
    int precision = spec->precision < 0 ? 6 : spec->precision;
    switch (spec->letter | 32) {
    case 'f':
        round_decimal(&d, (long)d.point + precision);
        put_fixed(sink, spec, value, &d, precision);
        break;
    case 'e':
        round_decimal(&d, (long)precision + 1);
        put_scientific(sink, spec, value, &d, precision);
        break;
    default:
        put_general(sink, spec, value, &d, precision);
    }
}

/* ---- hexadecimal ------------------------------------------------------ */

/* As glibc has it: one bit before the point for double, four for long double. */
static void put_hexadecimal(struct augur_sink *sink, const struct augur_spec *spec,
                            const struct augur_float *value)
{
    int places = value->is_long ? 15 : 13;
    uint64_t mantissa = value->mantissa;
    int overflow = 0;
    int exponent = mantissa ? value->exponent + 4 * places : 0;
    int precision = spec->precision;
    if (precision >= 0 && precision < places) {
        int drop = 4 * (places - precision);
        uint64_t rest = mantissa & (((uint64_t)1 << drop) - 1);
        uint64_t half = (uint64_t)1 << (drop - 1);
        mantissa >>= drop;
        mantissa += rest > half || (rest == half && (mantissa & 1));
        overflow = value->is_long && mantissa >> (64 - drop);
        mantissa <<= drop;
    }
    const char *set = is_upper(spec->letter) ? "0123456789ABCDEF" : "0123456789abcdef";
    if (overflow) {
        mantissa = (uint64_t)1 << 60;
        exponent += 4;
    }
    char body[32], prefix[3], exponent_text[8];
    size_t prefix_size = sign_of(spec, value, prefix), size = 0;
    prefix[prefix_size++] = '0';
    prefix[prefix_size++] = is_upper(spec->letter) ? 'X' : 'x';
    body[size++] = set[mantissa >> (4 * places)];
    int shown = places;
    if (precision < 0)
        while (shown && !(mantissa >> (4 * (places - shown)) & 15))
            shown--;
    else if (precision < places)
        shown = precision;
    size_t zeros = precision > places ? (size_t)(precision - places) : 0;
    if (shown || zeros || spec->alternate)
        body[size++] = '.';
    for (int i = 1; i <= shown; i++)
        body[size++] = set[mantissa >> (4 * (places - i)) & 15];
    size_t exponent_size = (size_t)put_exponent(
        exponent_text, is_upper(spec->letter) ? 'P' : 'p', exponent, 1);
    augur_pad_before(sink, spec, prefix, prefix_size, size + zeros + exponent_size);
    augur_sink_bytes(sink, body, size);
    augur_sink_fill(sink, '0', zeros);
    augur_sink_bytes(sink, exponent_text, exponent_size);
    augur_pad_after(sink, spec, prefix_size + size + zeros + exponent_size);
}

void augur_format_float(struct augur_sink *sink, const struct augur_spec *spec,
                        const struct augur_float *value)
{
    if (value->kind != AUGUR_FINITE)
        put_special(sink, *spec, value);
    else if ((spec->letter | 32) == 'a')
        put_hexadecimal(sink, spec, value);
    else
        put_decimal(sink, spec, value);
}
