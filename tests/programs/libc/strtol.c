//@ expect: safe
//@ output: native
//@ needs: musl
// Reading integers in every base, with ends and errors.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static const char *const texts[] = {
    "", " ", "0", "00", "-0", "+5", "--5", "0x", "0xg", "0x1F", "-0X7fffffffffffffff", "077", "08", "zz", "Zz9",
    "  \t\n-42abc", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "-1", "1 2", "+ 1", "0b101", "1e5", "12345678901234567890123",
    "2147483648", "4294967296", "0x123456789abcdef01",
};

int main(void)
{
    static const int bases[] = { 0, 2, 3, 8, 10, 16, 36 };
    for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++)
        for (unsigned b = 0; b < sizeof bases / sizeof *bases; b++) {
            char *end;
            errno = 0;
            long l = strtol(texts[t], &end, bases[b]);
            printf("%s/%d: %ld %td %d", texts[t], bases[b], l, end - texts[t], errno);
            errno = 0;
            unsigned long long u = strtoull(texts[t], &end, bases[b]);
            printf(" %llu %td %d", u, end - texts[t], errno);
            wchar_t wide[40], *wide_end;
            for (int i = 0;; i++)
                if (!(wide[i] = texts[t][i]))
                    break;
            errno = 0;
            long w = wcstol(wide, &wide_end, bases[b]);
            printf(" %ld %td %d\n", w, wide_end - wide, errno);
        }
    for (int i = -2000; i < 2000; i += 37) {
        char buffer[32];
        sprintf(buffer, "%d", i * 1000003);
        printf("%d %ld %lld %jd %ju\n", atoi(buffer), atol(buffer), atoll(buffer), strtoimax(buffer, NULL, 10),
               strtoumax(buffer, NULL, 16));
    }
    errno = 0;
    printf("%ld %d\n", strtol("5", NULL, 1), errno);
    return 0;
}
