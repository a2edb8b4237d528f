// Prefix sums and transposition by shuffles.
#include <stdio.h>

typedef int i4 __attribute__((vector_size(16)));

int main(void)
{
    i4 v = { 3, 1, 4, 1 }, z = { 0 };
    v += __builtin_shufflevector(z, v, 0, 4, 5, 6);
    v += __builtin_shufflevector(z, v, 0, 1, 4, 5);
    printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
    i4 a = { 1, 2, 3, 4 }, b = a + 4, c = b + 4, d = c + 4;
    i4 p = __builtin_shufflevector(a, b, 0, 4, 1, 5), q = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    i4 first = __builtin_shufflevector(p, q, 0, 1, 4, 5), second = __builtin_shufflevector(p, q, 2, 3, 6, 7);
    printf("%d %d %d %d %d %d %d %d\n", first[0], first[1], first[2], first[3], second[0], second[1], second[2], second[3]);
    return 0;
}
