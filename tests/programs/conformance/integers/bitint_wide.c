// _BitInt of 200 and 256 bits.
#include <stdio.h>

typedef unsigned _BitInt(256) u256;
typedef unsigned _BitInt(200) u200;

static void show(u256 n)
{
    for (int i = 3; i >= 0; i--)
        printf("%016lx", (unsigned long)(n >> (i * 64)));
    puts("");
}

int main(void)
{
    u256 a = 0x123456789abcdefUL, b = 1;
    for (int i = 0; i < 6; i++) {
        a = a * a + 0x9e3779b97f4a7c15UL;
        b = (b << 37) ^ a;
        show(a), show(b), show(a - b), show(a & ~b);
        printf("%d %d\n", a < b, a == b);
    }
    u200 c = (u200)a;
    c = c * 5 + 1;
    show(c), show(c >> 133), show(~c);
    return 0;
}
