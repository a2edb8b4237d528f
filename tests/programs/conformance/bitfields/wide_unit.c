// 64-bit units with fields across the 32-bit border.
#include <stdio.h>

struct s { unsigned long a : 20, b : 30, c : 14; };
struct t { long a : 31, b : 2, c : 31; };

int main(void)
{
    struct s s = { 0xabcde, 0x2fffffff, 0x1234 };
    struct t t = { -5, 1, 7 };
    for (int i = 0; i < 10; i++) {
        s.b += 0x1234567, s.a ^= s.b & 0xfffff, s.c--;
        t.a -= 1000000, t.b = t.b == 1 ? -2 : t.b + 1, t.c = t.a ^ i;
        printf("%lx %lx %lx %ld %ld %ld\n", (long)s.a, (long)s.b, (long)s.c, (long)t.a, (long)t.b, (long)t.c);
    }
    return 0;
}
