// Unsigned bit-fields of many widths, read and written.
#include <stdio.h>

struct fields { unsigned a : 1, b : 3, c : 7, d : 13, e : 8; unsigned long f : 40, g : 24; };

int main(void)
{
    struct fields s = { 0 };
    for (unsigned i = 0; i < 40; i++) {
        s.a += i, s.b = i * 3 & 7, s.c ^= i * 11 & 127, s.d = s.d * 5 + 1 & 8191, s.e -= 7;
        s.f = s.f * 1000003 + i & 0xffffffffff, s.g = (unsigned long)s.f >> 9 & 0xffffff;
        printf("%u %u %u %u %u %lu %lu\n", s.a, s.b, s.c, s.d, s.e, (unsigned long)s.f, (unsigned long)s.g);
    }
    return sizeof s;
}
