// Volatile bit-fields and compound assignments of every operator.
#include <stdio.h>

struct s { volatile unsigned a : 6; volatile int b : 10; unsigned c : 16; };

int main(void)
{
    struct s s = { 5, -5, 1000 };
    for (int i = 1; i < 12; i++) {
        s.a += 3, s.b -= i, s.c *= 3;
        s.a |= 1, s.b ^= 6, s.c >>= 1;
        s.a <<= 1, s.b /= 2, s.c %= 9973;
        ++s.a, s.b--;
        printf("%u %d %u\n", s.a, s.b, s.c);
    }
    return 0;
}
