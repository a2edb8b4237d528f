//@ expect: safe
//@ output: native
// Every flag, width, precision and length modifier of printf for integers.
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

static const char *const flags[] = { "", "-", "+", " ", "#", "0", "-+", "+0", " 0", "#0", "-#", "+-0 #" };
static const char *const sizes[] = { "", "1", "7", "12", ".0", ".1", ".5", "9.4", "3.6", "12.0" };
static const long values[] = { 0, 1, -1, 7, 8, 255, -255, 4096, 123456789, INT_MAX, INT_MIN, LONG_MAX, LONG_MIN };

int main(void)
{
    char format[32];
    for (unsigned f = 0; f < sizeof flags / sizeof *flags; f++)
        for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (const char *letter = "diuoxX"; *letter; letter++) {
                snprintf(format, sizeof format, "[%%%s%sl%c]", flags[f], sizes[s], *letter);
                fputs(format, stdout);
                for (unsigned v = (f + s) % 2; v < sizeof values / sizeof *values; v += 3)
                    printf(format, values[v]);
                putchar('\n');
            }
    for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
        long n = values[v];
        printf("%hhd %hhu %hd %hu %d %u\n", (char)n, (unsigned char)n, (short)n, (unsigned short)n, (int)n, (unsigned)n);
        printf("%lld %llu %jd %ju %zd %zu %td %qd\n", (long long)n, (unsigned long long)n, (intmax_t)n,
               (uintmax_t)n, (ptrdiff_t)n, (size_t)n, (ptrdiff_t)n, (long long)n);
        printf("%" PRId8 " %" PRIx16 " %" PRIu32 " %" PRIX64 "\n", (int8_t)n, (uint16_t)n, (uint32_t)n, (uint64_t)n);
        printf("%*d|%-*d|%.*d|%*.*d\n", 8, (int)n, -8, (int)n, 4, (int)n, -9, -1, (int)n);
        printf("%2$d %1$s %2$*3$d %2$.*4$d\n", "positional", (int)n, 14, 11);
        printf("%'d %'15ld\n", (int)n, n);
        printf("%%1$d is %1$d, %%%2$s; unknown: %v %+-5.3y\n", (int)n, "two");
    }
    int a = 0;
    long b = 0;
    signed char c = 0;
    printf("123%n4567%ln%d%hhn\n", &a, &b, 89, &c);
    printf("%d %ld %d\n", a, b, c);
    printf("%p %10p %-10p| %%%c%3c%-3c|\n", (void *)0, (void *)0x1234, (void *)0xabcdef, 'x', 'y', 'z');
    return 0;
}
