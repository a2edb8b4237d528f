// The limits of every standard type, computed and from the header.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    printf("%d %d %d\n", SCHAR_MIN, SCHAR_MAX, UCHAR_MAX);
    printf("%d %d %d\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    volatile unsigned zero = 0;
    printf("%u %d\n", zero - 1, (int)((zero - 1) >> 1));
    printf("%jd %ju\n", INTMAX_MIN, UINTMAX_MAX);
    return (int)(sizeof(short) * 100 + sizeof(int) * 10 + sizeof(long));
}
