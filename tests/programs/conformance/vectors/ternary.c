// The conditional operator on ext_vector types.
#include <stdio.h>

typedef int i4 __attribute__((ext_vector_type(4)));
typedef float f4 __attribute__((ext_vector_type(4)));

int main(void)
{
    i4 a = { 1, 20, 3, 40 }, b = { 10, 2, 30, 4 };
    i4 m = a > b ? a : b;
    f4 f = { 1.5f, -2.5f, 0, 4 }, z = 0;
    f4 positive = f > z ? f : z;
    printf("%d %d %d %d\n", m.x, m.y, m.z, m.w);
    printf("%g %g %g %g\n", positive.x, positive.y, positive.z, positive.w);
    return (!(a > b)).x;
}
