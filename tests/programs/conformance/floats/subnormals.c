// Gradual underflow in float and double.
#include <stdio.h>

int main(void)
{
    float f = 1e-36f;
    double d = 1e-306;
    for (int i = 0; i < 12; i++) {
        printf("%a %a\n", (double)f, d);
        f /= 7, d /= 13;
    }
    volatile float tiny = 1.4e-45f;
    printf("%a %a %d\n", (double)(tiny / 2), (double)(tiny * 3), tiny / 2 == 0);
    return 0;
}
