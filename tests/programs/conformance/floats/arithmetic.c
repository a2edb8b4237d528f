// The four operations in float and double, printed exactly.
#include <stdio.h>

int main(void)
{
    float f[] = { 1, 3, 0.1f, -7.5f, 1e20f, 1e-20f };
    double d[] = { 1, 3, 0.1, -7.5, 1e200, 1e-200 };
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            printf("%a %a %a %a\n", (double)(f[i] + f[j]), (double)(f[i] - f[j]), (double)(f[i] * f[j]), (double)(f[i] / f[j]));
            printf("%a %a %a %a\n", d[i] + d[j], d[i] - d[j], d[i] * d[j], d[i] / d[j]);
        }
    return 0;
}
