/* The engine behind the scanf family. An input item is first taken from its source
 * into private memory, then converted by the strto… functions. It looks one byte
 * ahead and no further, as a stream allows.
 *
 * The entry points for streams are in stdio.c, those for wide text in wprintf.c.
 * Wide text is scanned in UTF-8; widths and counts are then in characters. */
#include "libc.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* posix: others
 * explored: the result follows from the arguments.
 * accesses: r the text and the format, w the results.
 * tests: races:sscanf_in races:sscanf_out races:scanf_d races:fscanf races:wscanf libc/scanf.c */

/* Not <stdio.h>: it gives sscanf another name, see the end of this file. */
#define EOF (-1)
int vsscanf(const char *restrict text, const char *restrict format, va_list arguments);

enum { ITEM_MAX = 512 };

struct scan {
    struct augur_source *source;
    va_list arguments;
    int assigned;
};

struct directive {
    int width, position;    /* 0 when there is none */
    char suppress, bytes, is_long_double, allocates, letter;
    const char *set, *set_end;
};

static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* ---- the source ------------------------------------------------------- */

/* A function of the library: the build takes our word for it (sections.rs). */
static __attribute__((noinline)) int augur_scan_get(struct augur_source *source)
{
    return source->get(source->stream);
}

static int peek(struct augur_source *source)
{
    if (!source->get)
        return *source->text ? (unsigned char)*source->text : EOF;
    if (!source->has_ahead) {
        source->ahead = augur_scan_get(source);
        source->has_ahead = 1;
    }
    return source->ahead;
}

/* Takes the byte that was peeked at. */
static int take(struct augur_source *source)
{
    int byte = peek(source);
    source->has_ahead = 0;
    if (!source->get)
        source->text++;
    if (!source->is_wide || (byte & 0xc0) != 0x80)
        source->taken++;
    return byte;
}

static void skip_space(struct augur_source *source)
{
    while (is_space(peek(source)))
        take(source);
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

static int number(const char **at)
{
    int value = 0;
    for (; is_digit(**at); ++*at)
        value = value > INT_MAX / 10 - 1 ? INT_MAX : value * 10 + (**at - '0');
    return value;
}

static const char *parse(const char *format, struct directive *d)
{
    *d = (struct directive){ .bytes = sizeof(int) };
    const char *p = format;
    int position = number(&p);
    if (position && *p == '$') {
        d->position = position;
        format = p + 1;
    }
    for (; *format == '*' || *format == '\'' || *format == 'I'; format++)
        d->suppress |= *format == '*';
    d->width = number(&format);
    for (;; format++) {
        if (*format == 'h')
            d->bytes = d->bytes == 2 ? 1 : 2;
        else if (*format && strchr("lqjzt", *format))
            d->bytes = 8;
        else if (*format == 'L')
            d->bytes = 8, d->is_long_double = 1;
        else if (*format == 'm')
            d->allocates = 1;
        else
            break;
    }
    d->letter = *format;
    if (*format)
        format++;
    if (d->letter == 'S' || d->letter == 'C') {
        d->letter |= 32;
        d->bytes = 8;
    }
    return d->letter == '[' ? parse_set(format, d) : format;
}

/* Where a conversion goes. All arguments are pointers. */
static void *place(struct scan *s, const struct directive *d)
{
    if (!d->position)
        return va_arg(s->arguments, void *);
    void *pointer = NULL;
    va_list copy;
    va_copy(copy, s->arguments);
    for (int i = 0; i < d->position; i++)
        pointer = va_arg(copy, void *);
    va_end(copy);
    return pointer;
}

/* A conversion wrote there. */
static void *wrote(struct scan *s, void *start, size_t size)
{
    if (s->source->get)
        s->source->written = augur_place(s->source->written, start, size);
    return start;
}

/* ---- numbers ---------------------------------------------------------- */

/* Collects one input item: characters that go on being the beginning of what is
 * wanted. */
struct item {
    struct scan *scan;
    int left, size, room;
    char *text, small[ITEM_MAX];    /* text: small, or a block if that is too small */
};

/* The text is left as it is: filling it would cost more than the rest. */
static void start(struct item *item, struct scan *scan, const struct directive *d)
{
    item->scan = scan;
    item->left = d->width ? d->width : INT_MAX;
    item->size = 0;
    item->room = ITEM_MAX;
    item->text = item->small;
}

static void finish(struct item *item)
{
    if (item->text != item->small)
        __augur_delete(item->text, AUGUR_LIBRARY, 0);
}

static void grow(struct item *item)
{
    char *text = __augur_alloc(2 * (size_t)item->room, 16, AUGUR_INTERNAL);
    __divine_memcpy(text, item->text, (size_t)item->size);
    finish(item);
    item->text = text;
    item->room *= 2;
}

static int accept_if(struct item *item, int condition)
{
    if (!condition || item->left == 0)
        return 0;
    if (item->size == item->room - 1)
        grow(item);
    item->text[item->size++] = (char)take(item->scan->source);
    item->left--;
    return 1;
}

/* 0 stands for the end: no number goes on with it. */
static char next(const struct item *item)
{
    int byte = item->left ? peek(item->scan->source) : 0;
    return byte == EOF ? 0 : (char)byte;
}

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
    struct item item;
    start(&item, s, d);
    int base = d->letter == 'i' ? 0 : d->letter == 'o' ? 8 : strchr("xXp", d->letter) ? 16 : 10;
    if (!accept_integer(&item, &base))
        return finish(&item), 0;
    item.text[item.size] = 0;
    unsigned long value = d->letter == 'd' || d->letter == 'i'
                              ? (unsigned long)strtol(item.text, NULL, base)
                              : strtoul(item.text, NULL, base);
    finish(&item);
    if (d->suppress)
        return 1;
    int bytes = d->letter == 'p' ? 8 : d->bytes;
    store_integer(wrote(s, place(s, d), (size_t)bytes), bytes, value);
    s->assigned++;
    return 1;
}

/* What "%p" prints for a null pointer. */
static int scan_pointer(struct scan *s, const struct directive *d)
{
    if (peek(s->source) != '(')
        return scan_integer(s, d);
    if (d->width && d->width < 5)
        return 0;
    for (const char *word = "(nil)"; *word; word++)
        if (peek(s->source) == *word)
            take(s->source);
        else
            return 0;
    if (!d->suppress) {
        store_integer(wrote(s, place(s, d), 8), 8, 0);
        s->assigned++;
    }
    return 1;
}

static int scan_float(struct scan *s, const struct directive *d)
{
    struct item item;
    start(&item, s, d);
    if (!accept_float(&item))
        return finish(&item), 0;
    item.text[item.size] = 0;
    if (d->suppress)
        return finish(&item), 1;
    void *to = wrote(s, place(s, d), d->is_long_double ? 10 : d->bytes == 8 ? 8 : 4);
    if (d->is_long_double)
        *(long double *)to = strtold(item.text, NULL);
    else if (d->bytes == 8)
        *(double *)to = strtod(item.text, NULL);
    else
        *(float *)to = strtof(item.text, NULL);
    finish(&item);
    s->assigned++;
    return 1;
}

/* ---- text ------------------------------------------------------------- */

/* Where characters of one conversion are stored: memory of the caller's, or a
 * block that grows (%m). */
struct text {
    char *to;
    char **result;
    size_t used, room;    /* bytes; room only for a block */
    int is_wide;
};

/* What %m has found. The program's own malloc may be called for it, which is nothing for
 * a section. */
struct augur_scanned {
    struct augur_scanned *next;
    char **result;
    char *bytes;
    size_t size;
};

static void *internal(size_t size) { return __augur_alloc(size, 16, AUGUR_INTERNAL); }

static void store(struct text *text, const void *bytes, size_t size)
{
    if (text->result && text->used + size > text->room) {
        size_t room = text->room ? 2 * text->room : 32;
        char *grown = internal(room);
        if (text->used)
            __divine_memcpy(grown, text->to, text->used);
        text->to = grown;
        text->room = room;
    }
    if (text->to)
        __divine_memcpy(text->to + text->used, bytes, size);
    text->used += size;
}

static void keep(struct scan *s, const struct text *text)
{
    struct augur_scanned *found = internal(sizeof *found);
    *found = (struct augur_scanned){ s->source->scanned, text->result, text->to, text->used };
    s->source->scanned = found;
}

/* The blocks of %m, the first one first. If there is no memory for one, there are none. */
static int make_blocks(struct augur_scanned *found)
{
    if (!found)
        return 1;
    if (!make_blocks(found->next))
        return 0;
    char *block = found->bytes ? malloc(found->size) : NULL;
    if (block)
        __builtin_memcpy(block, found->bytes, found->size);
    *found->result = block;
    if (block || !found->bytes)
        return 1;
    for (found = found->next; found; found = found->next) {
        free(*found->result);
        *found->result = NULL;
    }
    return 0;
}

int augur_scan_end(struct augur_source *source, int result)
{
    augur_writes_all(source->written);
    return make_blocks(source->scanned) ? result : EOF;
}

/* Takes one character, in UTF-8 or in one byte, and stores it. -1 for a failure. */
static int take_character(struct scan *s, struct text *text)
{
    unsigned char bytes[4] = { (unsigned char)take(s->source) };
    int size = 1;
    if (!text->is_wide && !s->source->is_wide)
        return store(text, bytes, 1), 0;
    if (bytes[0] > 127) {
        int is_coded = s->source->is_wide || augur_is_utf8();
        int wanted = !is_coded || bytes[0] < 0xc2 ? 0 : bytes[0] < 0xe0 ? 2 : bytes[0] < 0xf0 ? 3 : 4;
        while (size < wanted && (peek(s->source) & ~0x3f) == 0x80)
            bytes[size++] = (unsigned char)take(s->source);
        if (size != wanted || (!text->is_wide && !augur_is_utf8()))
            return errno = EILSEQ, -1;
    }
    if (!text->is_wide)
        return store(text, bytes, (size_t)size), 0;
    wchar_t wide = size == 1 ? bytes[0] : bytes[0] & (0x7f >> size);
    for (int i = 1; i < size; i++)
        wide = wide << 6 | (bytes[i] & 0x3f);
    return store(text, &wide, sizeof wide), 0;
}

static int is_in_set(const struct directive *d, int c)
{
    const char *p = d->set;
    int negated = p < d->set_end && *p == '^';
    p += negated;
    for (const char *first = p; p < d->set_end; p++) {
        if (*p == '-' && p > first && p + 1 < d->set_end) {
            if ((unsigned char)p[-1] <= c && c <= (unsigned char)p[1])
                return !negated;
        } else if ((unsigned char)*p == c)
            return !negated;
    }
    return negated;
}

static int wants(const struct directive *d, int c)
{
    if (c == EOF)
        return 0;
    if (d->letter == 'c')
        return 1;
    return d->letter == 's' ? !is_space(c) : is_in_set(d, c);
}

/* -1 for a failure that ends the whole scan. */
static int scan_text(struct scan *s, const struct directive *d)
{
    struct text text = { .is_wide = d->bytes == 8 };
    if (!d->suppress && d->allocates)
        text.result = place(s, d);
    else if (!d->suppress)
        text.to = place(s, d);
    int max = d->width ? d->width : d->letter == 'c' ? 1 : INT_MAX, count = 0;
    for (; count < max && wants(d, peek(s->source)); count++)
        if (take_character(s, &text) < 0) {
            if (text.result)
                keep(s, &(struct text){ .result = text.result });
            return -1;
        }
    if (count == 0) {
        if (text.result)
            keep(s, &text);
        return 0;
    }
    if (d->suppress)
        return 1;
    if (d->letter != 'c')
        store(&text, L"", text.is_wide ? sizeof(wchar_t) : 1);
    if (text.result)
        keep(s, &text);
    else
        wrote(s, text.to, text.used);
    s->assigned++;
    return 1;
}

static int convert(struct scan *s, const struct directive *d)
{
    switch (d->letter) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
        return scan_integer(s, d);
    case 'p':
        return scan_pointer(s, d);
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        return scan_float(s, d);
    case 's': case 'c': case '[':
        return scan_text(s, d);
    default:
        return 0;
    }
}

/* ---- the whole format ------------------------------------------------- */

/* 1 if the byte comes next, 0 if another does, EOF at the end. */
static int match(struct scan *s, char byte)
{
    int next = peek(s->source);
    if (next == EOF)
        return EOF;
    if (next != (unsigned char)byte)
        return 0;
    take(s->source);
    return 1;
}

/* Goes on while this is 1. */
static int scan_directive(struct scan *s, const struct directive *d)
{
    if (d->letter == 'n') {
        if (!d->suppress)
            store_integer(wrote(s, place(s, d), (size_t)d->bytes), d->bytes, s->source->taken);
        return 1;
    }
    if (d->letter != 'c' && d->letter != '[')
        skip_space(s->source);
    if (d->letter == '%')
        return match(s, '%');
    if (peek(s->source) == EOF) {
        if (d->allocates && !d->suppress)
            keep(s, &(struct text){ .result = place(s, d) });
        return EOF;
    }
    int result = convert(s, d);
    return result < 0 ? EOF : result;
}

int augur_scan(struct augur_source *source, const char *format, va_list arguments)
{
    struct scan s = { .source = source };
    va_copy(s.arguments, arguments);
    int result = 1;
    while (*format && result == 1) {
        if (is_space(*format)) {
            skip_space(source);
            format++;
        } else if (*format != '%')
            result = match(&s, *format++);
        else {
            struct directive d;
            format = parse(format + 1, &d);
            result = scan_directive(&s, &d);
        }
    }
    va_end(s.arguments);
    return result == EOF && !s.assigned ? EOF : s.assigned;
}

int vsscanf(const char *restrict text, const char *restrict format, va_list arguments)
{
    struct augur_source source = { .text = text };
    return augur_scan_end(&source, augur_scan(&source, format, arguments));
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
