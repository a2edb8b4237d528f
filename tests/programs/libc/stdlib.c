//@ expect: safe
//@ output: native
// <stdlib.h>: division, the environment, number texts, classes of characters, memory.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void environment(void)
{
    clearenv();
    printf("%d %d", setenv("A", "1", 0), setenv("A", "2", 0));
    printf(" %s", getenv("A"));
    printf(" %d %s", setenv("A", "3", 1), getenv("A"));
    static char entry[] = "B=x=y";
    printf(" %d %s", putenv(entry), getenv("B"));
    entry[2] = 'z';
    printf(" %s %s", getenv("B"), getenv("C") ? "there" : "none");
    errno = 0;
    printf(" %d %d %d\n", setenv("", "1", 1), setenv("a=b", "1", 1), errno);
    environ = NULL;
    printf("%s %d", getenv("A") ? "there" : "none", unsetenv("A"));
    printf(" %d %s\n", setenv("A", "again", 0), getenv("A"));
    putenv("B=more");
    unsetenv("A");
    for (char **at = environ; *at; at++)
        printf("[%s]", *at);
    printf(" %s\n", getenv("A") ? "there" : "none");
}

static void memory(void)
{
    void *block = NULL;
    printf("%d %d", posix_memalign(&block, 64, 100), (int)((uintptr_t)block % 64));
    free(block);
    printf(" %d", posix_memalign(&block, 3, 100));
    block = aligned_alloc(256, 512);
    printf(" %d", (int)((uintptr_t)block % 256));
    free(block);
    int *numbers = calloc(4, sizeof *numbers);
    numbers = reallocarray(numbers, 8, sizeof *numbers);
    printf(" %d %d", numbers[3], malloc_usable_size(numbers) >= 32);
    free(numbers);
    volatile size_t huge = SIZE_MAX / 2;
    errno = 0;
    printf(" %d", reallocarray(NULL, huge, 4) == NULL);
    printf(" %d", errno);
    char *page = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page[4999] = 1;
    printf(" %d %d %d\n", page[0], page[4999], munmap(page, 5000));
}

int main(void)
{
    for (int a = -7; a < 8; a += 2)
        for (int b = -3; b < 4; b += 2) {
            div_t d = div(a, b);
            ldiv_t l = ldiv(a * 1000000007L, b);
            lldiv_t ll = lldiv(a, b);
            imaxdiv_t m = imaxdiv(a, b);
            printf("%d %d %ld %ld %lld %jd %d %ld %jd\n", d.quot, d.rem, l.quot, l.rem, ll.rem, m.quot, abs(a), labs(a), imaxabs(b));
        }
    environment();
    memory();
    for (int c = -1; c < 256; c++)
        printf("%d%d%d%d%d%d%d%d%d%d%d%d.%d.%d ", !!isalnum(c), !!isalpha(c), !!isblank(c), !!iscntrl(c), !!isdigit(c), !!isgraph(c),
               !!islower(c), !!isprint(c), !!ispunct(c), !!isspace(c), !!isupper(c), !!isxdigit(c), tolower(c), toupper(c));
    printf("\n");
    for (double d = 1e-5; d < 1e12; d *= -37.5) {
        int point, negative;
        char text[64];
        printf("%s", ecvt(d, 6, &point, &negative));
        printf(" %d %d", point, negative);
        printf(" %s", fcvt(d, 3, &point, &negative));
        printf(" %d %d %s", point, negative, gcvt(d, 8, text));
        strfromd(text, sizeof text, "%.5g", d);
        printf(" %s\n", text);
        if (d < -1e12)
            break;
    }
    return 0;
}
