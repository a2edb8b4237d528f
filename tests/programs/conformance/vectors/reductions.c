// Reduction builtins: add, mul, and, or, xor, min, max.
#include <stdio.h>

typedef int i8 __attribute__((vector_size(32)));
typedef unsigned char c16 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));

int main(void)
{
    i8 v = { 3, -1, 4, 1, -5, 9, 2, 6 };
    c16 c = { 1, 2, 3, 200, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
    f4 f = { 2.5f, -1, 9, 0.5f };
    printf("%d %d %d %d %d\n", __builtin_reduce_add(v), __builtin_reduce_mul(v), __builtin_reduce_and(v), __builtin_reduce_or(v),
           __builtin_reduce_xor(v));
    printf("%d %d %d %d\n", __builtin_reduce_max(v), __builtin_reduce_min(v), __builtin_reduce_max(c), __builtin_reduce_add(c));
    printf("%g %g\n", __builtin_reduce_max(f), __builtin_reduce_min(f));
    return 0;
}
