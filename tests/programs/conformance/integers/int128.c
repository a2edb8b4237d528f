// 128-bit integers: arithmetic, comparison, shifts, division.
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void show(u128 n) { printf("%016lx%016lx\n", (unsigned long)(n >> 64), (unsigned long)n); }

int main(void)
{
    u128 a = (u128)0x0123456789abcdefUL << 64 | 0xfedcba9876543210UL, b = 0x1000000000000061UL;
    show(a + b), show(a - b), show(a * b), show(a / b), show(a % b);
    for (int n = 0; n < 128; n += 17)
        show(a << n), show(a >> n);
    i128 c = -(i128)a;
    show(c), show(c / 1000003), show(c % 1000003), show(c >> 70);
    printf("%d %d %d %d\n", a > b, c < 0, (u128)c > a, c == -(i128)a);
    return 0;
}
