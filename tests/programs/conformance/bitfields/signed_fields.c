// Signed bit-fields keep their sign.
#include <stdio.h>

struct fields { int a : 1, b : 4, c : 9, d : 18; long e : 33; signed char f : 3; };

int main(void)
{
    struct fields s = { 0 };
    for (int i = -40; i < 40; i += 7) {
        s.a = i & 1 ? -1 : 0, s.b = i % 8, s.c = i * 5, s.d = i * 3001, s.e = i * 100000001L, s.f = i % 4;
        printf("%d %d %d %d %ld %d\n", s.a, s.b, s.c, s.d, (long)s.e, s.f);
    }
    return s.b < 0;
}
