/* <string.h>: copying, filling, comparing memory and strings. Searching is in
 * string_search.c.
 *
 * These run on the user's memory without an atomic section: a copy of shared
 * memory is not atomic on a real machine either. Nothing is read beyond what
 * the standard lets a function read, and pointers are only compared for
 * equality, since an order between objects would show the program addresses. */
#include "libc.h"
#include <string.h>

typedef uint64_t word __attribute__((may_alias));
enum { WORD = sizeof(word) };

static int is_aligned(const void *p) { return ((uintptr_t)p & (WORD - 1)) == 0; }

/* Does `inner` point into the size bytes after `start`, and not at start? */
static int points_into(const char *inner, const char *start, size_t size)
{
    for (size_t i = 1; i < size; i++)
        if (start + i == inner)
            return 1;
    return 0;
}

static void copy_forward(char *to, const char *from, size_t size)
{
    if (is_aligned(to) && is_aligned(from))
        for (; size >= WORD; size -= WORD, to += WORD, from += WORD)
            *(word *)to = *(const word *)from;
    for (; size; size--)
        *to++ = *from++;
}

static void copy_backward(char *to, const char *from, size_t size)
{
    to += size;
    from += size;
    if (is_aligned(to) && is_aligned(from))
        for (; size >= WORD; size -= WORD) {
            to -= WORD;
            from -= WORD;
            *(word *)to = *(const word *)from;
        }
    for (; size; size--)
        *--to = *--from;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    copy_forward(to, from, size);
    return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t size)
{
    copy_forward(to, from, size);
    return (char *)to + size;
}

void *__mempcpy(void *restrict to, const void *restrict from, size_t size)
{
    return mempcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    if (points_into(to, from, size))
        copy_backward(to, from, size);
    else
        copy_forward(to, from, size);
    return to;
}

void *memccpy(void *restrict to, const void *restrict from, int stop, size_t size)
{
    char *t = to;
    const char *f = from;
    for (; size; size--)
        if ((unsigned char)(*t++ = *f++) == (unsigned char)stop)
            return t;
    return NULL;
}

void *memset(void *to, int byte, size_t size)
{
    char *t = to;
    if (is_aligned(t)) {
        word fill = (unsigned char)byte * 0x0101010101010101u;
        for (; size >= WORD; size -= WORD, t += WORD)
            *(word *)t = fill;
    }
    for (; size; size--)
        *t++ = (char)byte;
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
    while ((*to = *from)) {
        to++;
        from++;
    }
    return to;
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
    for (; size && *from; size--)
        *to++ = *from++;
    memset(to, 0, size);
    return to;
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
    char *end = to + strlen(to);
    for (; size && *from; size--)
        *end++ = *from++;
    *end = 0;
    return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size);
size_t strlcpy(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = 0;
    for (; from[length]; length++)
        if (length + 1 < size)
            to[length] = from[length];
    if (size)
        to[length < size ? length : size - 1] = 0;
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
        copy_forward(copy, s, length);
        copy[length] = 0;
    }
    return copy;
}

char *strdup(const char *s)
{
    size_t length = strlen(s);
    char *copy = malloc(length + 1);
    if (copy)
        copy_forward(copy, s, length + 1);
    return copy;
}

char *__strdup(const char *s) { return strdup(s); }

char *__strndup(const char *s, size_t max) { return strndup(s, max); }
