// Elementwise builtins on vectors.
#include <stdio.h>

typedef int i4 __attribute__((vector_size(16)));
typedef unsigned char c8 __attribute__((vector_size(8)));
typedef float f4 __attribute__((vector_size(16)));

int main(void)
{
    i4 a = { 5, -5, 2147483647, -7 }, b = { 3, 9, 1, -8 };
    i4 r[] = { __builtin_elementwise_abs(b), __builtin_elementwise_max(a, b), __builtin_elementwise_min(a, b),
               __builtin_elementwise_add_sat(a, b), __builtin_elementwise_sub_sat(a, b), __builtin_elementwise_popcount(a) };
    for (int i = 0; i < 6; i++)
        printf("%d %d %d %d\n", r[i][0], r[i][1], r[i][2], r[i][3]);
    f4 f = { 1.5f, -1.5f, 2.5f, -0.2f };
    f4 g[] = { __builtin_elementwise_floor(f), __builtin_elementwise_ceil(f), __builtin_elementwise_trunc(f),
               __builtin_elementwise_roundeven(f), __builtin_elementwise_abs(f), __builtin_elementwise_sqrt(f * f) };
    for (int i = 0; i < 6; i++)
        printf("%g %g %g %g\n", g[i][0], g[i][1], g[i][2], g[i][3]);
    c8 x = { 250, 1, 2 }, y = { 10, 3, 1 };
    c8 z = __builtin_elementwise_add_sat(x, y), w = __builtin_elementwise_sub_sat(x, y);
    return z[0] + w[1];
}
