/* <string.h>: searching, tokens, the case-insensitive functions of <strings.h>.
 * The rules of string.c hold here too. */
#include "libc.h"
#include <string.h>
#include <strings.h>

/* posix: strtok
 * explored: keeps its place in a static variable: two threads that use it at once race.
 * accesses: r and w the text, r the delimiters, r and w the hidden place.
 * tests: races:strtok */

/* posix: others
 * explored: the result follows from the arguments.
 * accesses: r what is read up to where the result is known; w the text where tokens end.
 * tests: races:memchr races:strchr races:strrchr races:strstr races:strspn races:strcasecmp */

void *memchr(const void *block, int byte, size_t size)
{
    for (const unsigned char *p = block; size; size--, p++)
        if (*p == (unsigned char)byte)
            return (void *)p;
    return NULL;
}

void *memrchr(const void *block, int byte, size_t size)
{
    for (const unsigned char *p = (const unsigned char *)block + size; size; size--)
        if (*--p == (unsigned char)byte)
            return (void *)p;
    return NULL;
}

void *rawmemchr(const void *block, int byte)
{
    const unsigned char *p = block;
    while (*p != (unsigned char)byte)
        p++;
    return (void *)p;
}

char *strchrnul(const char *s, int c)
{
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

char *strchr(const char *s, int c)
{
    for (;; s++) {
        char found = *s;
        if (found == (char)c)
            return (char *)s;
        if (!found)
            return NULL;
    }
}

char *strrchr(const char *s, int c)
{
    const char *last = NULL;
    for (;; s++) {
        char found = *s;
        if (found == (char)c)
            last = s;
        if (!found)
            return (char *)last;
    }
}

char *index(const char *s, int c) { return strchr(s, c); }

char *rindex(const char *s, int c) { return strrchr(s, c); }

static int contains(const char *set, char c)
{
    for (; *set; set++)
        if (*set == c)
            return 1;
    return 0;
}

size_t strspn(const char *s, const char *accept)
{
    size_t length = 0;
    while (s[length] && contains(accept, s[length]))
        length++;
    return length;
}

size_t strcspn(const char *s, const char *reject)
{
    size_t length = 0;
    while (s[length] && !contains(reject, s[length]))
        length++;
    return length;
}

char *strpbrk(const char *s, const char *accept)
{
    s += strcspn(s, accept);
    return *s ? (char *)s : NULL;
}

void *memmem(const void *where, size_t where_size, const void *what, size_t what_size)
{
    const char *p = where;
    for (; where_size >= what_size; p++, where_size--)
        if (memcmp(p, what, what_size) == 0)
            return (void *)p;
    return NULL;
}

static int starts_with(const char *s, const char *prefix)
{
    while (*prefix && *s == *prefix) {
        s++;
        prefix++;
    }
    return !*prefix;
}

char *strstr(const char *where, const char *what)
{
    for (;; where++) {
        if (starts_with(where, what))
            return (char *)where;
        if (!*where)
            return NULL;
    }
}

/* ---- tokens ----------------------------------------------------------- */

static char *token(char *s, const char *separators, char **rest)
{
    if (!s)
        s = *rest;
    s += strspn(s, separators);
    char *end = s + strcspn(s, separators);
    char *token = *s ? s : NULL;
    if (*end)
        *end++ = 0;
    *rest = end;
    return token;
}

char *strtok_r(char *restrict s, const char *restrict separators, char **restrict rest)
{
    return token(s, separators, rest);
}

char *__strtok_r(char *restrict s, const char *restrict separators, char **restrict rest)
{
    return token(s, separators, rest);
}

/* Shared between threads on purpose: using strtok from two is a data race. */
static char *strtok_rest;

char *strtok(char *restrict s, const char *restrict separators)
{
    return token(s, separators, &strtok_rest);
}

char *strsep(char **restrict rest, const char *restrict separators)
{
    char *s = *rest;
    if (!s)
        return NULL;
    char *end = s + strcspn(s, separators);
    if (*end) {
        *end = 0;
        *rest = end + 1;
    } else
        *rest = NULL;
    return s;
}

/* ---- without regard to case ------------------------------------------- */

static unsigned char lower(char c)
{
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

int strcasecmp(const char *a, const char *b)
{
    for (;; a++, b++) {
        unsigned char x = lower(*a), y = lower(*b);
        if (x != y)
            return x - y;
        if (!x)
            return 0;
    }
}

int strncasecmp(const char *a, const char *b, size_t size)
{
    for (; size; size--, a++, b++) {
        unsigned char x = lower(*a), y = lower(*b);
        if (x != y)
            return x - y;
        if (!x)
            return 0;
    }
    return 0;
}

int strcasecmp_l(const char *a, const char *b, locale_t locale)
{
    return (void)locale, strcasecmp(a, b);
}

int strncasecmp_l(const char *a, const char *b, size_t size, locale_t locale)
{
    return (void)locale, strncasecmp(a, b, size);
}

char *strcasestr(const char *where, const char *what)
{
    for (;; where++) {
        size_t i = 0;
        while (what[i] && lower(where[i]) == lower(what[i]))
            i++;
        if (!what[i])
            return (char *)where;
        if (!*where)
            return NULL;
    }
}

/* ---- bits ------------------------------------------------------------- */

int ffsll(long long bits)
{
    for (int i = 0; i < 64; i++)
        if ((unsigned long long)bits >> i & 1)
            return i + 1;
    return 0;
}

int ffsl(long bits) { return ffsll(bits); }

int ffs(int bits) { return ffsll((unsigned)bits); }

/* ---- versions --------------------------------------------------------- */

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* Runs of digits compare as numbers; with leading zeros, as fractions: a number
 * with more zeros comes first. */
int strverscmp(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    size_t start = i;
    while (start && is_digit(a[start - 1]))
        start--;
    size_t zeros = start;
    while (zeros < i && a[zeros] == '0')
        zeros++;
    int plain = (unsigned char)a[i] - (unsigned char)b[i];
    int in_number = start < i || (is_digit(a[i]) && is_digit(b[i]));
    if (!in_number)
        return plain;
    int fraction = zeros > start || (start == i && (a[i] == '0' || b[i] == '0'));
    if (fraction) {
        /* The shared zeros may be followed by a number on one side only. */
        if (zeros == i && is_digit(a[i]) != is_digit(b[i]))
            return is_digit(a[i]) ? -1 : 1;
        return plain;
    }
    size_t x = i, y = i;
    while (is_digit(a[x]))
        x++;
    while (is_digit(b[y]))
        y++;
    return x != y ? (x < y ? -1 : 1) : plain;
}

/* ---- paths ------------------------------------------------------------ */

/* GNU's: what stands behind the last slash; nothing is changed. */
char *basename(const char *path) __asm__("basename");
char *basename(const char *path)
{
    const char *last = path;
    for (; *path; path++)
        if (*path == '/')
            last = path + 1;
    return (char *)last;
}

/* POSIX's: slashes at the end do not count, and are taken off. */
char *__xpg_basename(char *path);
char *__xpg_basename(char *path)
{
    if (!path || !*path)
        return ".";
    size_t end = strlen(path) - 1;
    while (end && path[end] == '/')
        path[end--] = 0;
    while (end && path[end - 1] != '/')
        end--;
    return path + end;
}
