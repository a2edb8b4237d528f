// A matrix product with vector rows.
#include <stdio.h>

typedef float f4 __attribute__((vector_size(16)));

static void multiply(f4 *r, const f4 *a, const f4 *b)
{
    for (int i = 0; i < 4; i++) {
        f4 sum = { 0 };
        for (int k = 0; k < 4; k++)
            sum += a[i][k] * b[k];
        r[i] = sum;
    }
}

int main(void)
{
    f4 a[4] = { { 1, 2, 3, 4 }, { 0, 1, 0, -1 }, { 2, 2, 2, 2 }, { 0.5f, 0, 0, 1 } }, b[4], c[4];
    multiply(b, a, a), multiply(c, b, a);
    for (int i = 0; i < 4; i++)
        printf("%g %g %g %g\n", c[i][0], c[i][1], c[i][2], c[i][3]);
    return 0;
}
