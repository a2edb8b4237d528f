/* <string.h>: copying, filling, comparing memory and strings. Searching is in
 * string_search.c.
 *
 * These run on the user's memory without an atomic section: a copy of shared
 * memory is not atomic on a real machine either. Nothing is read beyond what
 * the standard lets a function read, and pointers are only compared for
 * equality, since an order between objects would show the program addresses. */
#include "libc.h"
#include <string.h>

/* posix: others
 * explored: the result follows from the arguments. Every word of what others can reach is an
 *   access of its own, so others act in between.
 * left out: accesses wider than a word or in another order than from start to end (from the end
 *   where memmove must).
 * accesses: r what is read up to where the result is known; w the target.
 * tests: races:memcpy_in races:memcpy_out races:memmove races:memset races:memcmp races:strlen
 *   races:strnlen races:strcpy_in races:strcpy_out races:strncpy races:strcat_in races:strcat_out
 *   races:strcmp races:strncmp races:strdup races:strndup races:strcoll data-race/memcpy.c
 *   data-race/memcpy_ok.c */

/* The machine copies and fills; it knows whether places overlap. */
void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    __builtin_memcpy(to, from, size);
    return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t size)
{
    __builtin_memcpy(to, from, size);
    return (char *)to + size;
}

void *__mempcpy(void *restrict to, const void *restrict from, size_t size)
{
    return mempcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    __builtin_memmove(to, from, size);
    return to;
}

void *memccpy(void *restrict to, const void *restrict from, int stop, size_t size)
{
    char *t = to;
    const char *f = from;
    for (; size; size--, t++, f++) {
        unsigned char c = (unsigned char)(*t = *f);
        AUGUR_CHECK_OVERLAP("memccpy", t, from, f, to);
        if (c == (unsigned char)stop)
            return t + 1;
    }
    return NULL;
}

void *memset(void *to, int byte, size_t size)
{
    __builtin_memset(to, byte, size);
    return to;
}

void explicit_bzero(void *to, size_t size) { memset(to, 0, size); }

void bzero(void *to, size_t size) { memset(to, 0, size); }

void bcopy(const void *from, void *to, size_t size) { memmove(to, from, size); }

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a, *y = b;
    for (; size; size--, x++, y++) {
        int difference = *x - *y;
        if (difference)
            return difference;
    }
    return 0;
}

int bcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }

int __memcmpeq(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }

int timingsafe_bcmp(const void *a, const void *b, size_t size);
int timingsafe_bcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }

void *memfrob(void *block, size_t size)
{
    for (char *p = block; size; size--)
        *p++ ^= 42;
    return block;
}

/* ---- strings ---------------------------------------------------------- */

size_t strlen(const char *s)
{
    const char *end = s;
    while (*end)
        end++;
    return (size_t)(end - s);
}

size_t strnlen(const char *s, size_t max)
{
    return augur_length(s, max);
}

static char *copy_string(char *to, const char *from)
{
    char *t = to;
    for (const char *f = from;; t++, f++) {
        char c = *t = *f;
        AUGUR_CHECK_OVERLAP("a copy of a string", t, from, f, to);
        if (!c)
            return t;
    }
}

char *stpcpy(char *restrict to, const char *restrict from) { return copy_string(to, from); }
char *__stpcpy(char *restrict to, const char *restrict from) { return copy_string(to, from); }

char *strcpy(char *restrict to, const char *restrict from)
{
    copy_string(to, from);
    return to;
}

static char *copy_string_padded(char *to, const char *from, size_t size)
{
    char *t = to, *end = NULL;
    const char *f = from;
    for (; size; size--, t++) {
        if (end)
            *t = 0;
        else {
            char c = *t = *f;
            AUGUR_CHECK_OVERLAP("a copy of a string", t, from, f, to);
            if (c)
                f++;
            else
                end = t;
        }
        AUGUR_CHECK_OVERLAP("a copy of a string", t, from, NULL, to);
    }
    return end ? end : t;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t size)
{
    return copy_string_padded(to, from, size);
}

char *__stpncpy(char *restrict to, const char *restrict from, size_t size)
{
    return copy_string_padded(to, from, size);
}

char *strncpy(char *restrict to, const char *restrict from, size_t size)
{
    copy_string_padded(to, from, size);
    return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
    copy_string(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t size)
{
    char *start = to + strlen(to), *end = start;
    for (const char *f = from; size && *f; size--, end++, f++) {
        *end = *f;
        AUGUR_CHECK_OVERLAP("strncat", end, from, f, start);
    }
    *end = 0;
    if (end != start)
        AUGUR_CHECK_OVERLAP("strncat", end, from, NULL, start);
    return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size);
size_t strlcpy(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = 0;
    for (; from[length]; length++)
        if (length + 1 < size) {
            to[length] = from[length];
            AUGUR_CHECK_OVERLAP("strlcpy", to + length, from, from + length, to);
        }
    if (size) {
        char *end = to + (length < size ? length : size - 1);
        *end = 0;
        AUGUR_CHECK_OVERLAP("strlcpy", end, from, from + length, to);
    }
    return length;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size);
size_t strlcat(char *restrict to, const char *restrict from, size_t size)
{
    size_t used = augur_length(to, size);
    return used + strlcpy(to + used, from, size - used);
}

int strcmp(const char *a, const char *b)
{
    for (;; a++, b++) {
        unsigned char x = (unsigned char)*a, y = (unsigned char)*b;
        if (x != y)
            return x - y;
        if (!x)
            return 0;
    }
}

int strncmp(const char *a, const char *b, size_t size)
{
    for (; size; size--, a++, b++) {
        unsigned char x = (unsigned char)*a, y = (unsigned char)*b;
        if (x != y)
            return x - y;
        if (!x)
            return 0;
    }
    return 0;
}

/* The C locale compares and transforms byte by byte. */
int strcoll(const char *a, const char *b) { return strcmp(a, b); }

int strcoll_l(const char *a, const char *b, locale_t locale)
{
    (void)locale;
    return strcmp(a, b);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = strlen(from);
    if (size)
        strncpy(to, from, size);
    return length;
}

size_t strxfrm_l(char *restrict to, const char *restrict from, size_t size, locale_t locale)
{
    return (void)locale, strxfrm(to, from, size);
}

/* ---- strings in new memory -------------------------------------------- */

void *malloc(size_t size);

char *strndup(const char *s, size_t max)
{
    size_t length = augur_length(s, max);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, s, length);
        copy[length] = 0;
    }
    return copy;
}

char *strdup(const char *s)
{
    size_t length = strlen(s);
    char *copy = malloc(length + 1);
    if (copy)
        memcpy(copy, s, length + 1);
    return copy;
}

char *__strdup(const char *s) { return strdup(s); }

char *__strndup(const char *s, size_t max) { return strndup(s, max); }
