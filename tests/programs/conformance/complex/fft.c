// A small Fourier transform with tabulated roots of unity.
#include <complex.h>
#include <stdio.h>

#define R 0.70710678118654757
static const double roots[8][2] = { { 1, 0 }, { R, -R }, { 0, -1 }, { -R, -R }, { -1, 0 }, { -R, R }, { 0, 1 }, { R, R } };

static void transform(double complex *to, const double complex *from, int n, int stride)
{
    if (n == 1) { *to = *from; return; }
    transform(to, from, n / 2, stride * 2);
    transform(to + n / 2, from + stride, n / 2, stride * 2);
    for (int k = 0; k < n / 2; k++) {
        const double *w = roots[k * (8 / n)];
        double complex t = __builtin_complex(w[0], w[1]) * to[k + n / 2], e = to[k];
        to[k] = e + t, to[k + n / 2] = e - t;
    }
}

int main(void)
{
    double complex in[8] = { 1, 2, 3, 4, 0, -1, 0.5, I }, out[8];
    transform(out, in, 8, 1);
    for (int i = 0; i < 8; i++)
        printf("%a %a\n", creal(out[i]), cimag(out[i]));
    return 0;
}
