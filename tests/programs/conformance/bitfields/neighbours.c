// Writing one field leaves its neighbours alone, defined or not.
#include <stdio.h>

struct s { unsigned a : 3, b : 5, c : 9, d : 15; };

int main(void)
{
    struct s s; // Not initialised: each field becomes defined on its own.
    s.c = 300;
    printf("%u\n", s.c);
    s.a = 6;
    printf("%u %u\n", s.a, s.c);
    s.d = 20000;
    s.b = 17;
    if (s.a + s.b == 23 && s.d > s.c)
        printf("%u %u %u %u\n", s.a, s.b, s.c, s.d);
    struct s t = s;
    t.b ^= 31;
    return t.b;
}
