// Out-of-range values clamped before conversion.
#include <stdio.h>

static int to_int(double d) { return d != d ? 0 : d >= 2147483647.0 ? 2147483647 : d <= -2147483648.0 ? -2147483647 - 1 : (int)d; }
static unsigned char to_byte(float f) { return !(f >= 0) ? 0 : f > 255 ? 255 : (unsigned char)(f + 0.5f); }

int main(void)
{
    volatile double zero = 0;
    double d[] = { 1e10, -1e10, 2147483646.7, -2147483648.5, 1 / zero, -1 / zero, zero / zero, -0.4 };
    for (int i = 0; i < 8; i++)
        printf("%d %d\n", to_int(d[i]), to_byte((float)d[i] / 1e7f));
    return 0;
}
