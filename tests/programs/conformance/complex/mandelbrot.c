// The Mandelbrot set as text.
#include <complex.h>
#include <stdio.h>

int main(void)
{
    for (int y = -6; y <= 6; y++) {
        for (int x = -20; x <= 8; x++) {
            double complex c = __builtin_complex(x / 10.0, y / 5.0), z = 0;
            int n = 0;
            while (n < 20 && creal(z) * creal(z) + cimag(z) * cimag(z) < 4)
                z = z * z + c, n++;
            putchar(" .:-=+*#%@"[n / 2 > 9 ? 9 : n / 2]);
        }
        puts("");
    }
    return 0;
}
