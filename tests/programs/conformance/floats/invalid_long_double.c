/* Numbers of 80 bits without their leading bit, which no operation makes. */
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const struct { uint64_t m; uint16_t e; } list[] = {
    {0, 0x7fff}, {1ull << 63, 0x7fff}, {3ull << 62, 0x7fff}, {1ull << 63 | 1, 0x7fff}, {1, 0x7fff},
    {1ull << 62 | 1, 0x7fff}, {1, 1}, {1ull << 62, 5}, {0, 5}, {1ull << 63, 5}, {1, 0}, {0, 0x8005}};

int main(void)
{
    for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
        long double x;
        memset(&x, 0, sizeof x);
        memcpy(&x, &list[i].m, 8);
        memcpy((char *)&x + 8, &list[i].e, 2);
        volatile long double y = x;
        printf("%u: %d %d %d %d\n", i, !!issignaling(y), !!isnan(y), !!isinf(y), y == y);
    }
    return 0;
}
