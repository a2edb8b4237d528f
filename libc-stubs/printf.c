/* The formatting engine behind <stdio.h>'s printf family: parsing of formats,
 * integers, characters, strings. Floating point is in printf_float.c, the entry
 * points are in stdio.c.
 *
 * The whole call runs inside its caller's atomic section, so that one printf is
 * one transition even if it reads strings that other threads can write.
 *
 * Wide text is formatted in UTF-8, see struct augur_sink. Grouping (') is
 * accepted; the C locale groups nothing. */
#include "libc.h"
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <wchar.h>

/* ---- arguments -------------------------------------------------------- */

/* The types an argument can have on its way through "...". */
enum type { T_NONE, T_INT, T_LONG, T_POINTER, T_DOUBLE, T_LONG_DOUBLE };

union value {
    long integer;
    const void *pointer;
    struct augur_float number;
};

/* With %n$ the arguments are fetched first, in order, into a table. */
enum { POSITIONS_MAX = 64 };
struct arguments {
    va_list list;
    union value *table;
};

static union value fetch(struct arguments *arguments, enum type type)
{
    union value value = { 0 };
    if (type == T_INT)
        value.integer = va_arg(arguments->list, int);
    else if (type == T_LONG)
        value.integer = va_arg(arguments->list, long);
    else if (type == T_POINTER)
        value.pointer = va_arg(arguments->list, const void *);
    else if (type == T_DOUBLE)
        value.number = augur_from_double(va_arg(arguments->list, double));
    else if (type == T_LONG_DOUBLE) {
        long double number = va_arg(arguments->list, long double);
        value.number = augur_from_long_double(&number);
    }
    return value;
}

static union value argument(struct arguments *arguments, int position, enum type type)
{
    return position ? arguments->table[position - 1] : fetch(arguments, type);
}

/* ---- parsing ---------------------------------------------------------- */

/* Sizes of integers: how many bytes count. */
struct directive {
    struct augur_spec spec;
    int position, width_position, precision_position;    /* 0: the next one */
    char star_width, star_precision, bytes, is_long_double;
    enum type type;
};

static int number(const char **at)
{
    int value = 0;
    for (; **at >= '0' && **at <= '9'; ++*at)
        value = value > INT_MAX / 10 - 1 ? INT_MAX : value * 10 + (**at - '0');
    return value;
}

/* Reads "digits$" if that is what stands here. */
static int position(const char **at)
{
    const char *p = *at;
    int value = number(&p);
    if (*p != '$' || value < 1)
        return 0;
    if (value > POSITIONS_MAX)
        __augur_unsupported("printf: more than 64 positional arguments");
    *at = p + 1;
    return value;
}

static void parse_flags(const char **at, struct augur_spec *spec)
{
    for (;; ++*at) {
        switch (**at) {
        case '-': spec->left = 1; break;
        case '+': spec->plus = 1; break;
        case ' ': spec->space = 1; break;
        case '#': spec->alternate = 1; break;
        case '0': spec->zero = 1; break;
        case '\'': case 'I': spec->group = 1; break;
        default: return;
        }
    }
}

static void parse_length(const char **at, struct directive *d)
{
    d->bytes = sizeof(int);
    for (;; ++*at) {
        switch (**at) {
        case 'h': d->bytes = d->bytes == 2 ? 1 : 2; break;
        case 'l': case 'q': case 'j': case 'z': case 't': case 'Z':
            d->bytes = 8;
            break;
        case 'L': d->bytes = 8; d->is_long_double = 1; break;
        default: return;
        }
    }
}

static enum type type_of(const struct directive *d)
{
    switch (d->spec.letter) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'b': case 'B':
        return d->bytes == 8 ? T_LONG : T_INT;
    case 'c': case 'C':
        return T_INT;
    case 's': case 'S': case 'p': case 'n':
        return T_POINTER;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        return d->is_long_double ? T_LONG_DOUBLE : T_DOUBLE;
    default:
        return T_NONE;
    }
}

/* *at stands behind the %; afterwards behind the conversion letter. */
static struct directive parse(const char **at)
{
    struct directive d = { .spec = { .precision = -1 } };
    d.position = position(at);
    parse_flags(at, &d.spec);
    if (**at == '*') {
        ++*at;
        d.star_width = 1;
        d.width_position = position(at);
    } else
        d.spec.width = number(at);
    if (**at == '.') {
        ++*at;
        if (**at == '*') {
            ++*at;
            d.star_precision = 1;
            d.precision_position = position(at);
        } else
            d.spec.precision = number(at);
    }
    parse_length(at, &d);
    d.spec.letter = **at;
    if (**at)
        ++*at;
    if (d.spec.letter == 'C' || d.spec.letter == 'S')
        d.bytes = 8;
    d.type = type_of(&d);
    return d;
}

static void fetch_all(struct arguments *arguments, const char *format)
{
    enum type types[POSITIONS_MAX] = { T_NONE };
    while (*(format = augur_find(format, '%'))) {
        format++;
        struct directive d = parse(&format);
        if (d.position)
            types[d.position - 1] = d.type;
        if (d.width_position)
            types[d.width_position - 1] = T_INT;
        if (d.precision_position)
            types[d.precision_position - 1] = T_INT;
    }
    for (int i = 0; i < POSITIONS_MAX && types[i] != T_NONE; i++)
        arguments->table[i] = fetch(arguments, types[i]);
}

/* ---- conversions ------------------------------------------------------ */

static size_t digits(char *end, unsigned long value, char letter)
{
    char *p = end;
    const char *set = letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    unsigned base = 10;
    if (letter == 'x' || letter == 'X' || letter == 'p')
        base = 16;
    else if (letter == 'o')
        base = 8;
    else if (letter == 'b' || letter == 'B')
        base = 2;
    for (; value; value /= base)
        *--p = set[value % base];
    return (size_t)(end - p);
}

static void format_unsigned(struct augur_sink *sink, struct augur_spec spec,
                            unsigned long value, const char *sign)
{
    char buffer[64], prefix[3] = "";
    size_t size = digits(buffer + sizeof buffer, value, spec.letter);
    size_t prefix_size = 0, zeros = 0;
    if (*sign)
        prefix[prefix_size++] = *sign;
    if (spec.alternate && value && strchr("xXbB", spec.letter)) {
        prefix[prefix_size++] = '0';
        prefix[prefix_size++] = spec.letter;
    }
    size_t least = spec.precision < 0 ? 1 : (size_t)spec.precision;
    if (size < least)
        zeros = least - size;
    if (spec.alternate && spec.letter == 'o' && !zeros)
        zeros = 1;
    if (spec.precision >= 0)
        spec.zero = 0;
    augur_pad_before(sink, &spec, prefix, prefix_size, zeros + size);
    augur_sink_fill(sink, '0', zeros);
    augur_sink_bytes(sink, buffer + sizeof buffer - size, size);
    augur_pad_after(sink, &spec, prefix_size + zeros + size);
}

static void format_integer(struct augur_sink *sink, const struct directive *d, long value)
{
    int shift = 64 - 8 * d->bytes;
    if (d->spec.letter != 'd' && d->spec.letter != 'i') {
        format_unsigned(sink, d->spec, (unsigned long)value << shift >> shift, "");
        return;
    }
    value = (long)((unsigned long)value << shift) >> shift;
    const char *sign = value < 0 ? "-" : d->spec.plus ? "+" : d->spec.space ? " " : "";
    format_unsigned(sink, d->spec, value < 0 ? -(unsigned long)value : (unsigned long)value,
                    sign);
}

/* The width of UTF-8 text: bytes, or characters in a wide sink. */
static size_t width_of(const struct augur_sink *sink, const char *text, size_t size)
{
    size_t width = size;
    if (sink->is_wide)
        for (size_t i = 0; i < size; i++)
            width -= (text[i] & 0xc0) == 0x80;
    return width;
}

static void format_text(struct augur_sink *sink, struct augur_spec spec, const char *text,
                        size_t size)
{
    size_t width = width_of(sink, text, size);
    spec.zero = 0;
    augur_pad_before(sink, &spec, "", 0, width);
    augur_sink_bytes(sink, text, size);
    augur_pad_after(sink, &spec, width);
}

static int fail_to_code(void)
{
    errno = EILSEQ;
    return -1;
}

/* A wide sink takes text that is coded well, and counts it in characters. */
static int measure(const char *text, size_t max, size_t *size)
{
    mbstate_t state = { 0 };
    for (*size = 0; max; max--) {
        size_t length = mbrtowc(NULL, text + *size, SIZE_MAX, &state);
        if (length == (size_t)-1)
            return -1;
        if (!length)
            break;
        *size += length;
    }
    return 0;
}

/* A text that is formatted into memory must not be part of what is written there. Not optimised:
 * a difference of the two places would stand for the loop, and that shows where they lie. */
__attribute__((noinline, optnone))
static void check_overlap(const struct augur_sink *sink, const char *text, size_t size)
{
    if (!sink->start)
        return;
    size_t kept = size < sink->room ? size : sink->room;
    for (size_t i = 0; i <= (size_t)(sink->buffer - sink->start) + kept; i++)
        AUGUR_CHECK_OVERLAP("formatting a string", sink->start + i, text, NULL, sink->start);
    for (size_t i = 0; i < size; i++)
        AUGUR_CHECK_OVERLAP("formatting a string", NULL, text, text + i, sink->start);
}

static int format_string(struct augur_sink *sink, const struct augur_spec *spec,
                         const char *text)
{
    size_t max = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision, size;
    if (!text)
        text = max < 6 ? "" : "(null)";
    if (!sink->is_wide)
        size = augur_length(text, max);
    else if (measure(text, max, &size) < 0)
        return -1;
    check_overlap(sink, text, size);
    format_text(sink, *spec, text, size);
    return 0;
}

/* The length of a wide character in UTF-8; 0 if it cannot be coded. Wide sinks
 * take any, whatever the locale. */
static size_t code(const struct augur_sink *sink, wchar_t c, char to[4])
{
    unsigned u = (unsigned)c;
    if (u < 0x80) {
        to[0] = (char)u;
        return 1;
    }
    if (u > 0x10ffff || (!sink->wide_buffer && ((u >= 0xd800 && u < 0xe000) || !augur_is_utf8())))
        return 0;
    size_t length = u < 0x800 ? 2 : u < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i; i--, u >>= 6)
        to[i] = (char)(0x80 | (u & 0x3f));
    to[0] = (char)((0xf00 >> length) | u);
    return length;
}

static int format_wide(struct augur_sink *sink, const struct augur_spec *spec,
                       const wchar_t *text, size_t max)
{
    if (!text)
        return format_string(sink, spec, NULL);
    char coded[4];
    size_t count = 0, width = 0, length;
    for (; width < max && text[count]; count++, width += sink->is_wide ? 1 : length) {
        length = code(sink, text[count], coded);
        if (!length)
            return fail_to_code();
        if (!sink->is_wide && width + length > max)
            break;
    }
    struct augur_spec copy = *spec;
    copy.zero = 0;
    augur_pad_before(sink, &copy, "", 0, width);
    for (size_t i = 0; i < count; i++)
        augur_sink_bytes(sink, coded, code(sink, text[i], coded));
    augur_pad_after(sink, &copy, width);
    return 0;
}

static int format_char(struct augur_sink *sink, const struct directive *d, long value)
{
    char text[4] = { (char)value };
    size_t size = 1;
    if (d->bytes == 8)
        size = code(sink, (wchar_t)value, text);
    else if (sink->is_wide)
        size = (value & 0xff) < 128;
    if (!size)
        return fail_to_code();
    format_text(sink, d->spec, text, size);
    return 0;
}

static void format_pointer(struct augur_sink *sink, struct augur_spec spec, const void *value)
{
    if (!value) {
        spec.precision = -1;
        format_string(sink, &spec, "(nil)");
        return;
    }
    spec.letter = 'x';
    spec.alternate = 1;
    format_unsigned(sink, spec, (unsigned long)value, spec.plus ? "+" : spec.space ? " " : "");
}

static void store_count(struct augur_sink *sink, int bytes, void *to)
{
    if (sink->fd >= 0)
        sink->counts = augur_place(sink->counts, to, (size_t)bytes);
    if (bytes == 1)
        *(signed char *)to = (signed char)sink->total;
    else if (bytes == 2)
        *(short *)to = (short)sink->total;
    else if (bytes == 4)
        *(int *)to = (int)sink->total;
    else
        *(long *)to = (long)sink->total;
}

/* The name of an error with #, else its text. */
static int format_error(struct augur_sink *sink, const struct augur_spec *spec, int error)
{
    const char *name = spec->alternate ? augur_error_name(error) : strerror(error);
    struct augur_spec number = *spec;
    number.letter = 'd';
    number.alternate = 0;
    if (name)
        return format_string(sink, spec, name);
    format_integer(sink, &(struct directive){ .spec = number, .bytes = sizeof error }, error);
    return 0;
}

/* A conversion that does not exist is printed, as it was understood. */
static void show(struct augur_sink *sink, const struct directive *d)
{
    const struct augur_spec *spec = &d->spec, plain = { .precision = -1, .letter = 'u' };
    augur_sink_fill(sink, '%', 1);
    augur_sink_fill(sink, '#', (size_t)spec->alternate);
    augur_sink_fill(sink, '\'', (size_t)spec->group);
    augur_sink_fill(sink, spec->plus ? '+' : ' ', spec->plus || spec->space);
    augur_sink_fill(sink, '-', (size_t)spec->left);
    augur_sink_fill(sink, '0', spec->zero && !spec->left);
    if (spec->width)
        format_unsigned(sink, plain, (unsigned long)spec->width, "");
    if (spec->precision >= 0) {
        augur_sink_fill(sink, '.', 1);
        format_unsigned(sink, plain, (unsigned long)spec->precision, "");
    }
    augur_sink_fill(sink, spec->letter, spec->letter != 0);
}

static int convert(struct augur_sink *sink, const struct directive *d, union value value)
{
    switch (d->spec.letter) {
    case 'c': case 'C':
        return format_char(sink, d, value.integer);
    case 's': case 'S':
        if (d->bytes == 8)
            return format_wide(sink, &d->spec, value.pointer,
                               d->spec.precision < 0 ? SIZE_MAX : (size_t)d->spec.precision);
        return format_string(sink, &d->spec, value.pointer);
    case 'p':
        format_pointer(sink, d->spec, value.pointer);
        return 0;
    case 'n':
        store_count(sink, d->bytes, (void *)value.pointer);
        return 0;
    case 'm':
        return format_error(sink, &d->spec, errno);
    case '%':
        augur_sink_fill(sink, '%', 1);
        return 0;
    default:
        if (d->type == T_DOUBLE || d->type == T_LONG_DOUBLE)
            augur_format_float(sink, &d->spec, &value.number);
        else if (d->type != T_NONE)
            format_integer(sink, d, value.integer);
        else
            show(sink, d);
        return 0;
    }
}

static void fetch_stars(struct arguments *arguments, struct directive *d)
{
    if (d->star_width) {
        d->spec.width = (int)argument(arguments, d->width_position, T_INT).integer;
        if (d->spec.width < 0) {
            d->spec.left = 1;
            d->spec.width = -d->spec.width;
        }
    }
    if (d->star_precision) {
        int precision = (int)argument(arguments, d->precision_position, T_INT).integer;
        d->spec.precision = precision < 0 ? -1 : precision;
    }
}

static int format_all(struct augur_sink *sink, const char *format,
                      struct arguments *arguments)
{
    for (;;) {
        const char *percent = augur_find(format, '%');
        augur_sink_bytes(sink, format, (size_t)(percent - format));
        if (!*percent)
            break;
        format = percent + 1;
        struct directive d = parse(&format);
        fetch_stars(arguments, &d);
        if (convert(sink, &d, argument(arguments, d.position, d.type)) < 0)
            return -1;
    }
    augur_sink_flush(sink);
    if (sink->total > INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    return (int)sink->total;
}

int augur_format(struct augur_sink *sink, const char *format, va_list list)
{
    struct arguments arguments;
    va_copy(arguments.list, list);
    const char *first = augur_find(format, '%');
    while (first[0] && first[1] == '%')
        first = augur_find(first + 2, '%');
    int is_positional = *first && (first++, position(&first));
    int result;
    if (is_positional) {
        union value table[POSITIONS_MAX];
        arguments.table = table;
        fetch_all(&arguments, format);
        result = format_all(sink, format, &arguments);
    } else {
        arguments.table = NULL;
        result = format_all(sink, format, &arguments);
    }
    va_end(arguments.list);
    return result;
}
