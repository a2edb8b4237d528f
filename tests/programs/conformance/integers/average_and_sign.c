// Branch-free idioms: average, absolute value, sign, minimum, power of two.
#include <stdio.h>

static int sign(int x) { return (x > 0) - (x < 0); }
static unsigned average(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }
static int absolute(int x) { int m = x >> 31; return (x ^ m) - m; }
static int minimum(int a, int b) { return b ^ ((a ^ b) & -(a < b)); }
static unsigned above(unsigned v) { v--; v |= v >> 1; v |= v >> 2; v |= v >> 4; v |= v >> 8; v |= v >> 16; return v + 1; }

int main(void)
{
    int values[] = { 0, 1, -1, 5, -5, 1000, -1000, 2147483647, -2147483647 };
    for (int i = 0; i < 9; i++) {
        int a = values[i], b = values[8 - i];
        printf("%d %d %d %u %u %d\n", sign(a), absolute(a), minimum(a, b), average((unsigned)a, (unsigned)b),
               above((unsigned)absolute(a) & 0xffffff), (a & (a - 1)) == 0);
    }
    return 0;
}
