// Numeric integration, differentiation and root finding with callbacks.
#include <stdio.h>
#pragma STDC FP_CONTRACT OFF

static double cube(double x) { return x * x * x - 2 * x - 5; }
static double bell(double x) { return 1 / (1 + x * x); }
static double simpson(double (*f)(double), double a, double b, int n) { double h = (b - a) / n, s = f(a) + f(b); for (int i = 1; i < n; i++) s += f(a + i * h) * (i % 2 ? 4 : 2); return s * h / 3; }
static double bisect(double (*f)(double), double a, double b) { for (int i = 0; i < 60; i++) { double m = (a + b) / 2; if (f(m) * f(a) <= 0) b = m; else a = m; } return a; }

int main(void)
{
    printf("%.15g %.15g %.15g\n", simpson(bell, 0, 1, 100) * 4, simpson(cube, -1, 3, 20), bisect(cube, 2, 3));
    return 0;
}
