// From double to float: rounding, overflow, subnormals.
#include <stdio.h>

int main(void)
{
    volatile double d[] = { 1.0000000596046448, 1.00000005960464483, 3.4028235677973366e38, 3.4e38, 1e39, 1e-40, 7e-46, 8e-46, 0.1, -0.3 };
    for (int i = 0; i < 10; i++) {
        float f = (float)d[i];
        printf("%a %d\n", (double)f, f == d[i]);
    }
    return 0;
}
