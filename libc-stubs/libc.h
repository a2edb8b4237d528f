/* What the files of the C library share. Include it first: it keeps glibc's
 * headers from bringing their own inline bodies of what we define.
 *
 * A program may define names of the library (dprintf, strlen, raise) for itself. Then its
 * own calls lead there, and those of the library stay in the library, but for malloc and
 * its like (crates/ir/src/replaceable.rs). These, and pointers to functions of the
 * program's, are never called inside an atomic section: the build refuses it
 * (crates/runtime/build/sections.rs). */
#ifndef AUGUR_LIBC_H
#define AUGUR_LIBC_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1
#endif
#include <stdarg.h>
#include <stddef.h>
#include <wchar.h>
#include <stdint.h>
#include <augur/traps.h>

/* The number of the process, which is that of its first thread; the others' follow. */
enum { AUGUR_PROCESS = 1000 };

/* A function that opens an atomic section; see augur/thread.h. */
#undef MASKED
#define MASKED __attribute__((noinline))

/* A call of the library writes memory of the program's, inside a section: to
 * others it does so right after the section. (Others' plain accesses are compared
 * with all that it does; this is for accesses that others make inside sections.) */
static inline void augur_writes(const void *p, size_t size) { __augur_touch(p, size, 1); }

/* A list of such places, for calls that have several. */
struct augur_place {
    struct augur_place *next;
    const void *start;
    size_t size;
};
static inline struct augur_place *augur_place(struct augur_place *next, const void *start,
                                              size_t size)
{
    struct augur_place *place = (struct augur_place *)__augur_alloc(sizeof *place, 16, AUGUR_INTERNAL);
    *place = (struct augur_place){ next, start, size };
    return place;
}
static inline void augur_writes_all(const struct augur_place *place)
{
    for (; place; place = place->next)
        augur_writes(place->start, place->size);
}

/* ---- formatted output (printf.c) -------------------------------------- */

/* Where formatted text goes: standard output or error, right away (fd is 1 or 2); a
 * block of the call's own, from which the caller takes it (`collects`); or a buffer of
 * which `room` bytes are left (what does not fit is only counted). The first two come by
 * way of `chunk`, which is private to the call.
 *
 * With `is_wide` the format and all text are UTF-8, and everything is counted in
 * characters; a `wide_buffer` gets them as such. */
struct augur_sink {
    char *start, *buffer;    /* the whole of a text in memory, and what is left of it */
    wchar_t *wide_buffer;
    size_t room, total;
    int fd;
    char collects, is_wide, fits;    /* fits: the last character had room */
    char *block;                     /* what is collected */
    size_t block_size, block_room;
    struct augur_place *counts;      /* what %n has written */
    unsigned used;
    char chunk[112];
};

void augur_sink_bytes(struct augur_sink *sink, const char *bytes, size_t size);
void augur_sink_fill(struct augur_sink *sink, char byte, size_t size);
void augur_sink_flush(struct augur_sink *sink);

/* printf to a descriptor, and to standard error. */
int augur_vprint(int fd, const char *format, va_list arguments);
int augur_print_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* vsnprintf: a program may define that one on top of others of ours. */
int augur_print_to_buffer(char *buffer, size_t size, const char *format, va_list arguments);

/* Formats inside the caller's atomic section. Returns the length or -1. */
int augur_format(struct augur_sink *sink, const char *format, va_list arguments);

/* One conversion: what stands between % and its letter. */
struct augur_spec {
    int width, precision;    /* precision is -1 when there is none */
    char left, plus, space, alternate, zero, group, letter;
};

/* Padding around a prefix (a sign, 0x) and a body of `size` characters, which
 * the caller writes between the two calls. */
void augur_pad_before(struct augur_sink *sink, const struct augur_spec *spec,
                      const char *prefix, size_t prefix_size, size_t size);
void augur_pad_after(struct augur_sink *sink, const struct augur_spec *spec, size_t size);

/* A binary floating-point number taken apart: mantissa * 2^exponent. */
struct augur_float {
    uint64_t mantissa;
    int exponent;
    char negative, kind, is_long;    /* kind: AUGUR_FINITE … */
};
enum { AUGUR_FINITE, AUGUR_INFINITE, AUGUR_NAN };
struct augur_float augur_from_double(double value);
struct augur_float augur_from_long_double(const long double *value);
void augur_format_float(struct augur_sink *sink, const struct augur_spec *spec,
                        const struct augur_float *value);

/* ---- formatted input (scanf.c) ----------------------------------------- */

/* What is scanned: a text that ends with 0, or a stream of which `get` reads the
 * next byte (or EOF). The scan may look at one byte more than it takes: if
 * has_ahead is set afterwards, `ahead` (if not EOF) belongs back to the stream. */
struct augur_source {
    const char *text;
    int (*get)(void *stream);
    void *stream;
    size_t taken;
    int ahead;
    char has_ahead, is_wide;
    struct augur_place *written;       /* of a stream */
    struct augur_scanned *scanned;     /* by %m, the last one first */
};

/* Scans, inside the caller's atomic section if there is one. What this returns goes
 * through augur_scan_end, outside of it, which makes the blocks of %m; then it is what
 * scanf returns. */
int augur_scan(struct augur_source *source, const char *format, va_list arguments);
int augur_scan_end(struct augur_source *source, int result);

/* ---- strings ---------------------------------------------------------- */

/* A copy goes wrong if it reads where it has written or will write: what is written next is
 * where the source starts, or what is read next is where the target starts. Asked after the
 * access, so that a pointer to nothing is found first. */
#define AUGUR_CHECK_OVERLAP(name, to, from_start, from, to_start)                          \
    do                                                                                     \
        if ((to) == (from_start) || (from) == (to_start))                                  \
            __augur_problem(AUGUR_OVERLAP, name " between places that overlap");           \
    while (0)

/* strnlen */
static inline size_t augur_length(const char *s, size_t max)
{
    size_t length = 0;
    while (length < max && s[length])
        length++;
    return length;
}

/* strchrnul */
static inline const char *augur_find(const char *s, char c)
{
    while (*s && *s != c)
        s++;
    return s;
}

/* ---- locales ---------------------------------------------------------- */

/* Are characters coded in UTF-8? If not, only ASCII is coded. */
int augur_is_utf8(void);
/* Does the program name nothing that changes the locale? */
int augur_is_locale_fixed(void);
extern unsigned augur_utf8_categories;
extern _Thread_local struct __locale_struct *augur_thread_locale;
/* A wide string in UTF-8, whatever the locale, in memory that the caller frees. */
char *augur_to_utf8(const wchar_t *from);
extern const struct __locale_struct augur_locale_c, augur_locale_utf8;

/* ---- the calendar (time.c) -------------------------------------------- */

/* timegm */
struct tm;
long augur_timegm(struct tm *tm);
extern const char *const augur_days[7], *const augur_months[12];

/* The name of an error like EINVAL; null if there is none. */
const char *augur_error_name(int error);

/* ---- the end (exit.c) -------------------------------------------------- */

/* What exit calls at last, if anything. Set inside a section. */
extern void (*augur_at_exit)(void);

/* ---- the rest --------------------------------------------------------- */

/* The violation `abort` of a fortified function whose buffer is too small. */
void augur_overflow(const char *message) __attribute__((noreturn));

#endif
