// ++ and -- on every kind of object.
#include <stdbool.h>
#include <stdio.h>

struct s { unsigned f : 3; signed char c; double d; int *p; };

int main(void)
{
    int a[4] = { 10, 20, 30, 40 }, i = 1;
    struct s s = { 7, 127, -0.5, a };
    bool b = 0;
    int r = a[i++];
    r += a[i--] * 2;
    int q = *s.p++, t = *++s.p, u = ++*s.p;
    s.f++, s.c++, ++s.d, b++, b++;
    printf("%d %d %d %d %d %d %d %g %d\n", r, q, t, u, i, s.f, s.c, s.d, b);
    a[i] = i, i += a[i]--;
    return i;
}
