/* <time.h>: strftime, with the flags and widths of glibc. */
#include "libc.h"
#include <string.h>
#include <time.h>

/* posix: others
 * explored: the text follows from the arguments.
 * accesses: r the format and the time, w the text.
 * tests: races:strftime_in races:strftime_out libc/time.c */

struct spec {
    char pad;         /* one of "_-0", or 0 */
    char upper, swap, modifier, letter;
    int width;        /* -1 when there is none */
};

/* What does not fit is only counted. */
struct out {
    char *to;
    size_t room, used;
};

static void put(struct out *out, char c)
{
    if (out->used < out->room)
        out->to[out->used] = c;
    out->used++;
}

static void pad(struct out *out, const struct spec *spec, char usual, int size)
{
    char with = spec->pad == '0' ? '0' : spec->pad ? ' ' : usual;
    for (int i = size; i < spec->width; i++)
        put(out, with);
}

static char recased(const struct spec *spec, char c)
{
    if (spec->upper && c >= 'a' && c <= 'z')
        return (char)(c - 32);
    return c;
}

static void put_text(struct out *out, const struct spec *spec, const char *text, size_t size)
{
    pad(out, spec, ' ', (int)size);
    for (; size; size--)
        put(out, recased(spec, *text++));
}

/* A name, or a question mark if there is none. */
static void put_name(struct out *out, const struct spec *spec, const char *const *names,
                     int count, int index, size_t size_max)
{
    struct spec copy = *spec;
    copy.upper |= spec->swap;
    const char *name = index < 0 || index >= count ? "?" : names[index];
    put_text(out, &copy, name, augur_length(name, size_max));
}

/* A number of at least so many digits, filled up with `usual`. */
static void put_number(struct out *out, const struct spec *spec, long value, int digits,
                       char usual)
{
    char text[24], *p = text + sizeof text;
    unsigned long magnitude = value < 0 ? -(unsigned long)value : (unsigned long)value;
    do
        *--p = (char)('0' + magnitude % 10);
    while (magnitude /= 10);
    struct spec copy = *spec;
    int size = (int)(text + sizeof text - p) + (value < 0);
    if (copy.width < digits && spec->pad != '-')
        copy.width = digits;
    char with = spec->pad == '0' ? '0' : spec->pad ? ' ' : usual;
    if (value < 0 && with == '0')
        put(out, '-');
    pad(out, &copy, usual, size);
    if (value < 0 && with != '0')
        put(out, '-');
    for (; p != text + sizeof text; p++)
        put(out, *p);
}

static int is_leap(long year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static long floor_div(long a, long b) { return a / b - (a % b < 0); }

/* The year and number of an ISO week, which belongs to the year its Thursday
 * is in. */
static int iso_week(const struct tm *tm, long *year)
{
    int thursday = tm->tm_yday - (tm->tm_wday + 6) % 7 + 3;
    *year = tm->tm_year + 1900l;
    if (thursday < 0) {
        --*year;
        thursday += 365 + is_leap(*year);
    } else if (thursday >= 365 + is_leap(*year)) {
        thursday -= 365 + is_leap(*year);
        ++*year;
    }
    return thursday / 7 + 1;
}

/* What a conversion stands for, if it is made of others. */
static const char *composed_of(char letter)
{
    switch (letter) {
    case 'c': return "%a %b %e %H:%M:%S %Y";
    case 'D': case 'x': return "%m/%d/%y";
    case 'F': return "%Y-%m-%d";
    case 'R': return "%H:%M";
    case 'r': return "%I:%M:%S %p";
    case 'T': case 'X': return "%H:%M:%S";
    default: return NULL;
    }
}

static void put_all(struct out *out, const char *format, const struct tm *tm);

static void put_composed(struct out *out, const struct spec *spec, const char *format,
                         const struct tm *tm)
{
    char text[96];
    struct out inner = { text, sizeof text, 0 };
    put_all(&inner, format, tm);
    put_text(out, spec, text, inner.used);
}

static void put_offset(struct out *out, const struct spec *spec, const struct tm *tm)
{
    if (tm->tm_isdst < 0)
        return;
    long minutes = tm->tm_gmtoff / 60;
    long shown = (minutes < 0 ? -minutes : minutes) / 60 * 100 + (minutes < 0 ? -minutes : minutes) % 60;
    put(out, minutes < 0 ? '-' : '+');
    put_number(out, spec, shown, 4, '0');
}

static int fits_modifier(const struct spec *spec)
{
    const char *without = spec->modifier == 'E'   ? "aABbhDdeFgGHIjklMmSUVWw"
                          : spec->modifier == 'O' ? "aAcxDFXYj"
                                                  : "";
    return !strchr(without, spec->letter);
}

/* 0 if there is no such conversion. */
static int put_conversion(struct out *out, const struct spec *spec, const struct tm *tm)
{
    long year = tm->tm_year + 1900l, week_year;
    int hour12 = (tm->tm_hour + 11) % 12 + 1;
    struct spec copy = *spec;
    const char *inner = composed_of(spec->letter);
    if (inner) {
        put_composed(out, spec, inner, tm);
        return 1;
    }
    switch (spec->letter) {
    case 'a': put_name(out, spec, augur_days, 7, tm->tm_wday, 3); break;
    case 'A': put_name(out, spec, augur_days, 7, tm->tm_wday, SIZE_MAX); break;
    case 'b': case 'h': put_name(out, spec, augur_months, 12, tm->tm_mon, 3); break;
    case 'B': put_name(out, spec, augur_months, 12, tm->tm_mon, SIZE_MAX); break;
    case 'C': put_number(out, spec, floor_div(year, 100), 1, '0'); break;
    case 'd': put_number(out, spec, tm->tm_mday, 2, '0'); break;
    case 'e': put_number(out, spec, tm->tm_mday, 2, ' '); break;
    case 'G': iso_week(tm, &week_year); put_number(out, spec, week_year, 1, '0'); break;
    case 'g':
        iso_week(tm, &week_year);
        put_number(out, spec, (week_year % 100 + 100) % 100, 2, '0');
        break;
    case 'H': put_number(out, spec, tm->tm_hour, 2, '0'); break;
    case 'I': put_number(out, spec, hour12, 2, '0'); break;
    case 'j': put_number(out, spec, tm->tm_yday + 1l, 3, '0'); break;
    case 'k': put_number(out, spec, tm->tm_hour, 2, ' '); break;
    case 'l': put_number(out, spec, hour12, 2, ' '); break;
    case 'M': put_number(out, spec, tm->tm_min, 2, '0'); break;
    case 'm': put_number(out, spec, tm->tm_mon + 1l, 2, '0'); break;
    case 'n': put_text(out, spec, "\n", 1); break;
    case 'P': copy.upper = 0; put_text(out, &copy, tm->tm_hour < 12 ? "am" : "pm", 2); break;
    case 'p': put_text(out, spec, (tm->tm_hour < 12 ? "AM\0am" : "PM\0pm") + 3 * spec->swap, 2); break;
    case 'S': put_number(out, spec, tm->tm_sec, 2, '0'); break;
    case 's': {
        struct tm again = *tm;
        put_number(out, spec, mktime(&again), 1, '0');
        break;
    }
    case 't': put_text(out, spec, "\t", 1); break;
    case 'U': put_number(out, spec, (tm->tm_yday + 7 - tm->tm_wday) / 7, 2, '0'); break;
    case 'u': put_number(out, spec, tm->tm_wday ? tm->tm_wday : 7, 1, '0'); break;
    case 'V': put_number(out, spec, iso_week(tm, &week_year), 2, '0'); break;
    case 'W':
        put_number(out, spec, (tm->tm_yday + 7 - (tm->tm_wday + 6) % 7) / 7, 2, '0');
        break;
    case 'w': put_number(out, spec, tm->tm_wday, 1, '0'); break;
    case 'Y': put_number(out, spec, year, 1, '0'); break;
    case 'y': put_number(out, spec, (year % 100 + 100) % 100, 2, '0'); break;
    case 'Z': {
        const char *zone = tm->tm_zone ? tm->tm_zone : "";
        char text[16];
        size_t size = 0;
        for (; zone[size] && size < sizeof text; size++)
            text[size] = spec->swap && zone[size] >= 'A' && zone[size] <= 'Z'
                             ? (char)(zone[size] + 32) : zone[size];
        put_text(out, &copy, text, size);
        break;
    }
    case 'z': put_offset(out, spec, tm); break;
    case '%': put_text(out, spec, "%", 1); break;
    default: return 0;
    }
    return 1;
}

static const char *parse(const char *format, struct spec *spec)
{
    *spec = (struct spec){ .width = -1 };
    for (;; format++) {
        if (*format == '_' || *format == '-' || *format == '0')
            spec->pad = *format;
        else if (*format == '^')
            spec->upper = 1;
        else if (*format == '#')
            spec->swap = 1;
        else
            break;
    }
    if (*format >= '0' && *format <= '9')
        for (spec->width = 0; *format >= '0' && *format <= '9'; format++)
            spec->width = spec->width > 10000 ? spec->width : spec->width * 10 + (*format - '0');
    if (*format == 'E' || *format == 'O')
        spec->modifier = *format++;
    spec->letter = *format;
    return format;
}

static void put_all(struct out *out, const char *format, const struct tm *tm)
{
    for (; *format; format++) {
        if (*format != '%') {
            put(out, *format);
            continue;
        }
        struct spec spec;
        const char *start = format;
        format = parse(format + 1, &spec);
        if (!*format) {
            put_text(out, &spec, start, (size_t)(format - start));
            return;
        }
        if (!fits_modifier(&spec) || !put_conversion(out, &spec, tm))
            put_text(out, &spec, start, (size_t)(format - start) + 1);    /* as it stands */
    }
}

size_t strftime(char *restrict buffer, size_t size, const char *restrict format,
                const struct tm *restrict tm)
{
    struct out out = { buffer, size, 0 };
    put_all(&out, format, tm);
    if (out.used >= size)
        return 0;
    buffer[out.used] = 0;
    return out.used;
}

size_t strftime_l(char *restrict buffer, size_t size, const char *restrict format,
                  const struct tm *restrict tm, locale_t locale)
{
    return (void)locale, strftime(buffer, size, format, tm);
}
