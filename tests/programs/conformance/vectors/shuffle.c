// __builtin_shufflevector with all kinds of masks.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef int v8 __attribute__((vector_size(32)));
typedef int v2 __attribute__((vector_size(8)));

int main(void)
{
    v4 a = { 1, 2, 3, 4 }, b = { 5, 6, 7, 8 };
    v4 r = __builtin_shufflevector(a, b, 3, 2, 1, 0), s = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    v8 w = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
    v2 n = __builtin_shufflevector(w, w, 7, 2);
    printf("%d %d %d %d | %d %d %d %d\n", r[0], r[1], r[2], r[3], s[0], s[1], s[2], s[3]);
    printf("%d %d | %d %d\n", w[0], w[7], n[0], n[1]);
    v4 spread = __builtin_shufflevector(a, a, 2, 2, 2, 2);
    return spread[0] + spread[3];
}
