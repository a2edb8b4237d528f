// Matrices by value, with operations chained.
#include <stdio.h>

struct m { int a[3][3]; };
static struct m mul(struct m x, struct m y) { struct m r = { 0 }; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 3; k++) r.a[i][j] = (r.a[i][j] + x.a[i][k] * y.a[k][j]) % 1009; return r; }
static struct m power(struct m x, unsigned n) { struct m r = { { { 1 }, { 0, 1 }, { 0, 0, 1 } } }; for (; n; n >>= 1, x = mul(x, x)) if (n & 1) r = mul(r, x); return r; }
static struct m transpose(struct m x) { struct m r; for (int i = 0; i < 9; i++) r.a[i % 3][i / 3] = x.a[i / 3][i % 3]; return r; }

int main(void)
{
    struct m x = { { { 1, 1, 0 }, { 1, 0, 1 }, { 0, 2, 3 } } }, y = power(x, 77), z = mul(transpose(y), x);
    for (int i = 0; i < 9; i++) printf("%d %d ", y.a[i / 3][i % 3], z.a[i / 3][i % 3]);
    puts("");
    return 0;
}
