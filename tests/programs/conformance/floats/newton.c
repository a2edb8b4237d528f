// Square and cube roots, logarithm and exponential by series.
#include <stdio.h>

static double root(double x) { double r = x; for (int i = 0; i < 30; i++) r = (r + x / r) / 2; return r; }
static double exponential(double x) { double t = 1, s = 1; for (int i = 1; i < 40; i++) s += t *= x / i; return s; }
static double logarithm(double x) { double y = 0; for (int i = 0; i < 20; i++) { double e = exponential(y); y += 2 * (x - e) / (x + e); } return y; }

int main(void)
{
    for (double x = 0.5; x < 20; x *= 2.3)
        printf("%.17g %.17g %.17g\n", root(x), exponential(x), logarithm(x));
    return 0;
}
