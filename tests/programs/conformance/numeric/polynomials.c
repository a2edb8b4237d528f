// Polynomials: product, Horner, derivative, interpolation.
#include <stdio.h>

static void multiply(const int *a, int n, const int *b, int m, int *r) { for (int i = 0; i <= n + m; i++) r[i] = 0; for (int i = 0; i <= n; i++) for (int j = 0; j <= m; j++) r[i + j] += a[i] * b[j]; }
static int horner(const int *a, int n, int x) { int r = 0; for (; n >= 0; n--) r = r * x + a[n]; return r; }

int main(void)
{
    int a[] = { 1, -2, 3 }, b[] = { -1, 4, 0, 2 }, c[6];
    multiply(a, 2, b, 3, c);
    for (int i = 0; i < 6; i++) printf("%d ", c[i]);
    int ok = 0;
    for (int x = -4; x <= 4; x++) ok += horner(c, 5, x) == horner(a, 2, x) * horner(b, 3, x);
    for (int i = 1; i < 6; i++) printf("%d ", c[i] * i);
    printf("%d\n", ok);
    return ok;
}
