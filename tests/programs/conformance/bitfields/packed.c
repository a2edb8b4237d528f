// Packed bit-fields that straddle bytes and words.
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) fields { unsigned a : 3; unsigned long b : 37; unsigned c : 11; unsigned char d; int e : 29; };

int main(void)
{
    struct fields s;
    unsigned char bytes[sizeof s];
    memset(&s, 0, sizeof s);
    s.a = 5, s.b = 0x123456789a, s.c = 1234, s.d = 0xee, s.e = -98765;
    memcpy(bytes, &s, sizeof s);
    for (unsigned i = 0; i < sizeof s; i++)
        printf("%02x ", bytes[i]);
    printf("\n%u %lx %u %x %d\n", s.a, (unsigned long)s.b, s.c, s.d, s.e);
    s.b++, s.c--, s.e /= 3;
    printf("%u %lx %u %x %d %zu\n", s.a, (unsigned long)s.b, s.c, s.d, s.e, sizeof s);
    return 0;
}
