// Comparisons give masks; masks select.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));

int main(void)
{
    v4 a = { 1, -5, 7, 0 }, b = { 2, -5, 3, -1 };
    f4 f = { 1, 2, 0.0f / 1, -1 }, g = { 1, 1, 3, -2 };
    v4 masks[] = { a < b, a <= b, a == b, a != b, a > b, a >= b, f < g, f == g, f != g, f >= g };
    for (int i = 0; i < 10; i++)
        printf("%d %d %d %d\n", masks[i][0], masks[i][1], masks[i][2], masks[i][3]);
    v4 least = (masks[0] & a) | (~masks[0] & b);
    printf("%d %d %d %d\n", least[0], least[1], least[2], least[3]);
    return -(a > b)[2];
}
