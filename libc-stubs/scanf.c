/* <stdio.h>: sscanf. An input item is first taken from the text into private
 * memory, then converted by the strto… functions.
 *
 * Does not model input from streams (scanf, fscanf), wide characters (%ls, %lc)
 * and allocation (%ms); reports `unsupported` when reached. */
#include "libc.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Not <stdio.h>: it gives sscanf another name, see the end of this file. */
#define EOF (-1)
int vsscanf(const char *restrict text, const char *restrict format, va_list arguments);

enum { ITEM_MAX = 512 };

struct scan {
    const char *start, *at;
    va_list arguments;
    int assigned;
};

struct directive {
    int width;         /* 0 when there is none */
    char suppress, bytes, is_long_double, letter;
    const char *set, *set_end;
};

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static void skip_space(struct scan *s)
{
    while (is_space(*s->at))
        s->at++;
}

/* ---- parsing ---------------------------------------------------------- */

static const char *parse_set(const char *format, struct directive *d)
{
    d->set = format;
    if (*format == '^')
        format++;
    if (*format == ']')
        format++;
    format = augur_find(format, ']');
    d->set_end = format;
    return *format ? format + 1 : format;
}

static const char *parse(const char *format, struct directive *d)
{
    *d = (struct directive){ .bytes = sizeof(int) };
    if (*format == '*') {
        d->suppress = 1;
        format++;
    }
    for (; is_digit(*format); format++)
        d->width = d->width > INT_MAX / 10 - 1 ? INT_MAX : d->width * 10 + (*format - '0');
    for (;; format++) {
        if (*format == 'h')
            d->bytes = d->bytes == 2 ? 1 : 2;
        else if (*format && strchr("lqjzt", *format))
            d->bytes = 8;
        else if (*format == 'L')
            d->bytes = 8, d->is_long_double = 1;
        else if (*format == 'm')
            __augur_unsupported("sscanf: %m, which allocates");
        else
            break;
    }
    d->letter = *format;
    if (*format)
        format++;
    return d->letter == '[' ? parse_set(format, d) : format;
}

/* ---- numbers ---------------------------------------------------------- */

/* Collects one input item: characters that go on being the beginning of what is
 * wanted. */
struct item {
    struct scan *scan;
    int left, size;
    char text[ITEM_MAX];
};

static int accept_if(struct item *item, int condition)
{
    if (!condition || item->left == 0)
        return 0;
    if (item->size == ITEM_MAX - 1)
        __augur_unsupported("sscanf: a number of more than 511 characters");
    item->text[item->size++] = *item->scan->at++;
    item->left--;
    return 1;
}

static char next(const struct item *item) { return item->left ? *item->scan->at : 0; }

static int accept_sign(struct item *item)
{
    return accept_if(item, next(item) == '-' || next(item) == '+');
}

static int is_hexadecimal(char c)
{
    return is_digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'f');
}

static int accept_digits(struct item *item, int base)
{
    int count = 0;
    while (accept_if(item, base == 16 ? is_hexadecimal(next(item))
                                      : next(item) >= '0' && next(item) < '0' + base))
        count++;
    return count;
}

/* The number of digits taken; `base` 0 finds it out. */
static int accept_integer(struct item *item, int *base)
{
    accept_sign(item);
    int zero = 0;
    if ((*base == 0 || *base == 16) && accept_if(item, next(item) == '0')) {
        zero = 1;
        if (accept_if(item, (next(item) | 32) == 'x')) {
            *base = 16;    /* "0x" alone is 0, as glibc has it */
        } else if (*base == 0)
            *base = 8;
    }
    if (*base == 0)
        *base = 10;
    return zero + accept_digits(item, *base);
}

static int accept_word(struct item *item, const char *word)
{
    int count = 0;
    while (word[count] && accept_if(item, (next(item) | 32) == word[count]))
        count++;
    return count;
}

/* 1 when what was taken is a number, perhaps with an exponent cut short. */
static int accept_float(struct item *item)
{
    accept_sign(item);
    if ((next(item) | 32) == 'n')
        return accept_word(item, "nan") == 3;
    if ((next(item) | 32) == 'i') {
        int count = accept_word(item, "infinity");
        return count == 3 || count == 8;
    }
    int base = 10, digits = 0;
    if (accept_if(item, next(item) == '0')) {
        digits = 1;
        if (accept_if(item, (next(item) | 32) == 'x')) {
            base = 16;
            digits = 0;
        }
    }
    digits += accept_digits(item, base);
    if (accept_if(item, next(item) == '.'))
        digits += accept_digits(item, base);
    if (digits && accept_if(item, (next(item) | 32) == (base == 16 ? 'p' : 'e'))) {
        accept_sign(item);
        accept_digits(item, 10);
    }
    return digits > 0;
}

/* ---- conversions: 1 for a match, 0 for none --------------------------- */

static void store_integer(void *to, int bytes, unsigned long value)
{
    switch (bytes) {
    case 1: *(unsigned char *)to = (unsigned char)value; break;
    case 2: *(unsigned short *)to = (unsigned short)value; break;
    case 4: *(unsigned *)to = (unsigned)value; break;
    default: *(unsigned long *)to = value;
    }
}

static int scan_integer(struct scan *s, const struct directive *d)
{
    struct item item = { .scan = s, .left = d->width ? d->width : INT_MAX };
    int base = d->letter == 'i' ? 0 : d->letter == 'o' ? 8 : strchr("xXp", d->letter) ? 16 : 10;
    if (!accept_integer(&item, &base))
        return 0;
    item.text[item.size] = 0;
    if (d->suppress)
        return 1;
    unsigned long value = d->letter == 'd' || d->letter == 'i'
                              ? (unsigned long)strtol(item.text, NULL, base)
                              : strtoul(item.text, NULL, base);
    store_integer(va_arg(s->arguments, void *), d->letter == 'p' ? 8 : d->bytes, value);
    s->assigned++;
    return 1;
}

static int scan_float(struct scan *s, const struct directive *d)
{
    struct item item = { .scan = s, .left = d->width ? d->width : INT_MAX };
    if (!accept_float(&item))
        return 0;
    item.text[item.size] = 0;
    if (d->suppress)
        return 1;
    void *to = va_arg(s->arguments, void *);
    if (d->is_long_double)
        *(long double *)to = strtold(item.text, NULL);
    else if (d->bytes == 8)
        *(double *)to = strtod(item.text, NULL);
    else
        *(float *)to = strtof(item.text, NULL);
    s->assigned++;
    return 1;
}

static int is_in_set(const struct directive *d, char c)
{
    const char *p = d->set;
    int negated = p < d->set_end && *p == '^';
    p += negated;
    for (const char *first = p; p < d->set_end; p++) {
        if (*p == '-' && p > first && p + 1 < d->set_end) {
            if ((unsigned char)p[-1] <= (unsigned char)c && (unsigned char)c <= (unsigned char)p[1])
                return !negated;
        } else if (*p == c)
            return !negated;
    }
    return negated;
}

static int wants(const struct directive *d, char c)
{
    if (d->letter == 'c')
        return 1;
    return d->letter == 's' ? !is_space(c) : is_in_set(d, c);
}

static int scan_text(struct scan *s, const struct directive *d)
{
    if (d->bytes == 8)
        __augur_unsupported("sscanf: wide characters");
    char *to = d->suppress ? NULL : va_arg(s->arguments, char *);
    int max = d->width ? d->width : d->letter == 'c' ? 1 : INT_MAX, count = 0;
    for (; count < max && *s->at && wants(d, *s->at); count++, s->at++)
        if (to)
            *to++ = *s->at;
    if (count == 0)
        return 0;
    if (to && d->letter != 'c')
        *to = 0;
    s->assigned += to != NULL;
    return 1;
}

static int convert(struct scan *s, const struct directive *d)
{
    switch (d->letter) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'p':
        return scan_integer(s, d);
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        return scan_float(s, d);
    case 's': case 'c': case '[':
        return scan_text(s, d);
    default:
        __augur_unsupported("sscanf: an unknown conversion in the format");
    }
}

/* ---- the whole format ------------------------------------------------- */

static int scan_all(struct scan *s, const char *format)
{
    struct directive d;
    while (*format) {
        if (is_space(*format)) {
            skip_space(s);
            format++;
            continue;
        }
        if (*format != '%') {
            if (*s->at != *format)
                return *s->at || s->assigned ? s->assigned : EOF;
            s->at++;
            format++;
            continue;
        }
        format = parse(format + 1, &d);
        if (d.letter == 'n') {
            if (!d.suppress)
                store_integer(va_arg(s->arguments, void *), d.bytes,
                              (unsigned long)(s->at - s->start));
            continue;
        }
        if (d.letter != 'c' && d.letter != '[')
            skip_space(s);
        if (d.letter == '%') {
            if (*s->at != '%')
                return *s->at || s->assigned ? s->assigned : EOF;
            s->at++;
            continue;
        }
        if (!*s->at)
            return s->assigned ? s->assigned : EOF;
        if (!convert(s, &d))
            return s->assigned;
    }
    return s->assigned;
}

int vsscanf(const char *restrict text, const char *restrict format, va_list arguments)
{
    struct scan s = { .start = text, .at = text };
    va_copy(s.arguments, arguments);
    int result = scan_all(&s, format);
    va_end(s.arguments);
    return result;
}

/* glibc's headers send sscanf to one of these, by language version. */
#define VARIADIC(name)                                                   \
    int name(const char *restrict text, const char *restrict format, ...); \
    int name(const char *restrict text, const char *restrict format, ...) \
    {                                                                    \
        va_list arguments;                                               \
        va_start(arguments, format);                                     \
        int result = vsscanf(text, format, arguments);                   \
        va_end(arguments);                                               \
        return result;                                                   \
    }
#define VA_LIST(name)                                                    \
    int name(const char *restrict text, const char *restrict format, va_list arguments); \
    int name(const char *restrict text, const char *restrict format, va_list arguments) \
    {                                                                    \
        return vsscanf(text, format, arguments);                         \
    }
VARIADIC(sscanf)
VARIADIC(__isoc99_sscanf)
VARIADIC(__isoc23_sscanf)
VA_LIST(__isoc99_vsscanf)
VA_LIST(__isoc23_vsscanf)
