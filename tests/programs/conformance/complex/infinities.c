// Multiplication and division with infinities and NaN.
#include <complex.h>
#include <stdio.h>

int main(void)
{
    volatile double zero = 0;
    double inf = 1 / zero;
    double complex z = __builtin_complex(inf, 1.0), w = __builtin_complex(1.0, inf), r[] = { z * z, z * 2, z / __builtin_complex(3.0, 4.0), 1 / z, z * w };
    for (int i = 0; i < 5; i++)
        printf("%d %d %d\n", creal(r[i]) == creal(r[i]), creal(r[i]) > 1e300 || creal(r[i]) < -1e300, cimag(r[i]) == 0);
    return 0;
}
