// Complex numbers: the four operations in float, double and long double.
#include <complex.h>
#include <stdio.h>

int main(void)
{
    double complex a = 1 + 2 * I, b = -0.5 + 4 * I, r[] = { a + b, a - b, a * b, a / b, -a, ~a };
    for (int i = 0; i < 6; i++)
        printf("%a %a\n", creal(r[i]), cimag(r[i]));
    float complex f = 3 - 1 * I, g = f * f / (1 + I);
    long double complex l = f * 0.25L + I, m = l * l / a;
    printf("%a %a %La %La\n", (double)crealf(g), (double)cimagf(g), creall(m), cimagl(m));
    printf("%d %d\n", a == b, a != a * 2);
    return 0;
}
