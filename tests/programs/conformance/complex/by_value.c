// Complex arguments and results, and in structs and arrays.
#include <complex.h>
#include <stdio.h>

struct signal { double complex at[4]; float complex last; };

static double complex rotate(double complex z, int n) { while (n--) z *= I; return z; }
static float complex half(float complex z) { return z / 2; }
static struct signal make(double complex z) { struct signal s = { { z, rotate(z, 1), rotate(z, 2), rotate(z, 3) }, half(z) }; return s; }

int main(void)
{
    struct signal s = make(3 + 4 * I);
    double complex sum = 0;
    for (int i = 0; i < 4; i++)
        sum += s.at[i], printf("%g %g\n", creal(s.at[i]), cimag(s.at[i]));
    printf("%g %g %g %g\n", creal(sum), cimag(sum), (double)crealf(s.last), (double)cimagf(s.last));
    return 0;
}
