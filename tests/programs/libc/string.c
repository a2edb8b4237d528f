//@ expect: safe
//@ output: native
//@ needs: musl
// <string.h>, <strings.h>: searching, splitting, comparing, copying.
#define _GNU_SOURCE
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#undef basename
#include <string.h>
#include <strings.h>
#include <unistd.h>

static int sign(int n) { return (n > 0) - (n < 0); }

static const char *const texts[] = { "", "a", "b", "ab", "abc", "ABC", "abcabc", "hello, world", "Hello, World",
                                     "a1", "a01", "a10", "a2", "1.009", "1.01", "x000", "x0", "aaab", "\xe9t\xe9" };
enum { COUNT = sizeof texts / sizeof *texts };

static long at(const void *found, const char *start) { return found ? (const char *)found - start : -1; }

static void pair(const char *a, const char *b)
{
    char buffer[64];
    printf("%s|%s: %d %d %d %d %d %d", a, b, sign(strcmp(a, b)), sign(strncmp(a, b, 2)), sign(strcasecmp(a, b)),
           sign(strncasecmp(a, b, 3)), sign(strverscmp(a, b)), sign(strcoll(a, b)));
    printf(" %ld %ld %ld", at(strstr(a, b), a), at(strcasestr(a, b), a), at(memmem(a, strlen(a), b, strlen(b)), a));
    printf(" %zu %zu %ld", strspn(a, b), strcspn(a, b), at(strpbrk(a, b), a));
    strcpy(buffer, a);
    strcat(buffer, b);
    printf(" %s", buffer);
    strncat(buffer, b, 2);
    printf(" %s", buffer);
    memset(buffer, '.', 20);
    buffer[20] = 0;
    char *end = stpncpy(buffer, b, 4);
    printf(" %td %.20s", end - buffer, buffer + 4);
    end = stpcpy(buffer, a);
    printf(" %td %zu\n", end - buffer, strxfrm(buffer, b, 8));
}

static void single(const char *a)
{
    for (const char *c = "a,l\xe9"; *c; c++)
        printf("%ld %ld %ld %ld;", at(strchr(a, *c), a), at(strrchr(a, *c), a), at(strchrnul(a, *c), a),
               at(memchr(a, *c, strlen(a)), a));
    printf("%zu %zu %ld %ld\n", strlen(a), strnlen(a, 3), at(memrchr(a, 'b', strlen(a)), a), at(rawmemchr(a, 0), a));
}

static void split(const char *text)
{
    char copy[64], *rest = copy, *token;
    strcpy(copy, text);
    for (token = strtok(copy, " ,;"); token; token = strtok(NULL, " ,;"))
        printf("<%s>", token);
    strcpy(copy, text);
    for (token = strtok_r(copy, "/", &rest); token; token = strtok_r(NULL, "/", &rest))
        printf("(%s)", token);
    strcpy(copy, text);
    rest = copy;
    while ((token = strsep(&rest, ",; ")))
        printf("{%s}", token);
    printf("\n");
}

static void path(const char *text)
{
    char copy[64];
    strcpy(copy, text);
    printf("%s: %s", text, basename(copy));
    printf(" %s", dirname(copy));
    strcpy(copy, text);
    printf(" %s\n", __xpg_basename(copy));
}

int main(void)
{
    for (int i = 0; i < COUNT; i++) {
        single(texts[i]);
        for (int j = 0; j < COUNT; j++)
            pair(texts[i], texts[j]);
    }
    split("");
    split("one two,three;;four");
    split(",;a/b//c/ d");
    static const char *const paths[] = { "", "/", "a", "/usr/lib", "/usr/", "usr", "a/b/c", "a//b//", "..", "./x" };
    for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++)
        path(paths[i]);
    char block[32] = "0123456789abcdefghijklmnop";
    memmove(block + 3, block, 10);
    memmove(block, block + 5, 12);
    printf("%s %d\n", block, sign(memcmp("abc\0d", "abc\0e", 5)));
    char swapped[8] = "";
    swab("badcfe", swapped, 6);
    printf("%s %td\n", swapped, (char *)memccpy(block, "stop,here", ',', 20) - block);
    char *copy = strdup("copied"), *part = strndup("copied", 3), *near = strdupa("near");
    printf("%s %s %s %td\n", copy, part, near, (char *)mempcpy(block, copy, 3) - block);
    free(copy);
    free(part);
    printf("%d %d %d %d %d\n", ffs(0), ffs(8), ffsl(1L << 40), ffsll(-1), ffs(-2147483647 - 1));
    for (long n = 1; n < 1L << 30; n = n * 5 + 3)
        printf("%s %ld ", l64a(n), a64l(l64a(n)));
    printf("\n");
    return 0;
}
