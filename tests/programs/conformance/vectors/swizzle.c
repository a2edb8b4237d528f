// Component names of ext_vector types, read and written.
#include <stdio.h>

typedef float f4 __attribute__((ext_vector_type(4)));
typedef float f2 __attribute__((ext_vector_type(2)));
typedef int i3 __attribute__((ext_vector_type(3)));

int main(void)
{
    f4 a = { 1, 2, 3, 4 };
    f2 b = a.wx;
    a.yz = b;
    f4 c = a.xxyy + a.wzyx;
    printf("%g %g %g %g\n", a.x, a.y, a.z, a.w);
    printf("%g %g %g %g\n", c.r, c.g, c.b, c.a);
    f2 h = a.hi, o = a.odd;
    printf("%g %g %g %g\n", h.x, h.y, o.x, o.y);
    i3 t = { 7, 8, 9 };
    t.xz = t.zx;
    printf("%d %d %d %zu\n", t.x, t.y, t.z, sizeof t);
    return t.s0;
}
