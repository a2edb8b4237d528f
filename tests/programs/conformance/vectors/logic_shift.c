// Bitwise operations and shifts, by vectors and by scalars.
#include <stdio.h>

typedef unsigned v4 __attribute__((vector_size(16)));
typedef int s4 __attribute__((vector_size(16)));

static void show(v4 v) { printf("%x %x %x %x\n", v[0], v[1], v[2], v[3]); }

int main(void)
{
    v4 a = { 0xdeadbeef, 0x12345678, 0xffffffff, 1 }, b = { 0xff00ff, 0xf0f0f0f0, 7, 0x80000000 }, n = { 0, 4, 31, 17 };
    s4 s = { -100, 100, -2147483647 - 1, 5 };
    show(a & b), show(a | b), show(a ^ b), show(~a);
    show(a << n), show(a >> n), show((v4)(s >> (s4)n)), show(a << 3), show((v4)(s >> 2));
    a ^= b, a <<= 1, show(a);
    return 0;
}
