// Gaussian elimination with pivoting; determinant and solution.
#include <stdio.h>

static double solve(int n, double a[n][n + 1], double *x)
{
    double det = 1;
    for (int c = 0; c < n; c++) {
        int p = c;
        for (int r = c; r < n; r++) if ((a[r][c] < 0 ? -a[r][c] : a[r][c]) > (a[p][c] < 0 ? -a[p][c] : a[p][c])) p = r;
        for (int k = 0; k <= n; k++) { double t = a[c][k]; a[c][k] = a[p][k], a[p][k] = t; }
        det *= p == c ? a[c][c] : -a[c][c];
        for (int r = c + 1; r < n; r++) { double f = a[r][c] / a[c][c]; for (int k = c; k <= n; k++) { double s = f * a[c][k]; a[r][k] -= s; } }
    }
    for (int r = n - 1; r >= 0; r--) { x[r] = a[r][n]; for (int k = r + 1; k < n; k++) { double s = a[r][k] * x[k]; x[r] -= s; } x[r] /= a[r][r]; }
    return det;
}

int main(void)
{
    double a[3][4] = { { 2, 1, -1, 8 }, { -3, -1, 2, -11 }, { -2, 1, 2, -3 } }, x[3];
    double d = solve(3, a, x);
    printf("%.6f %.6f %.6f %.6f\n", d, x[0], x[1], x[2]);
    return 0;
}
