// Contraction is off and excess precision is not kept.
#include <stdio.h>
#pragma STDC FP_CONTRACT OFF

static double f(double a, double b, double c) { return a * b + c; }
static float g(float a, float b) { return a * b; }

int main(void)
{
    double x = 1 + 0x1p-30, y = 1 - 0x1p-30;
    printf("%a %a\n", f(x, y, -1), (double)g(16777217.0f, 3.0f));
    float t = 0;
    for (int i = 0; i < 100; i++)
        t += 0.1f;
    printf("%a %a\n", (double)t, 0.1 * 3 - 0.3);
    return 0;
}
