// Bit-fields narrower than int promote to int, others do not.
#include <stdio.h>

struct s { unsigned a : 5; unsigned b : 32; unsigned long c : 35; };

int main(void)
{
    struct s s = { 3, 3, 3 };
    printf("%d %d\n", s.a - 5 < 0, s.b - 5 < 0);
    printf("%d %d\n", -s.a < 0, -s.b < 0);
    printf("%d %d\n", ~s.a, s.a << 28 < 0);
    printf("%lu\n", (unsigned long)(s.c << 33 >> 33));
    s.a = s.b = s.c = 31;
    int assigned = s.a = 33;
    printf("%d %u\n", assigned, s.a++);
    printf("%d %d\n", s.a--, s.a);
    return 0;
}
