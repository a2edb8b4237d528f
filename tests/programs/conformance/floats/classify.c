// fpclassify for all classes and kinds.
#include <math.h>
#include <stdio.h>

static const char *name(int c)
{
    return c == FP_NAN ? "nan" : c == FP_INFINITE ? "infinite" : c == FP_ZERO ? "zero" : c == FP_SUBNORMAL ? "subnormal" : "normal";
}

int main(void)
{
    volatile float f[] = { 0, -0.0f, 1, 1e-40f, 3e38f };
    volatile double d[] = { 0, -0.0, 1, 5e-324, 1e308 };
    volatile long double l[] = { 0, -0.0L, 1, 3.6e-4951L, 1e4932L };
    for (int i = 0; i < 5; i++)
        printf("%s %s %s\n", name(fpclassify(f[i])), name(fpclassify(d[i])), name(fpclassify(l[i])));
    printf("%s %s %s\n", name(fpclassify(f[4] * 10)), name(fpclassify(d[4] * 10)), name(fpclassify(l[4] * 10)));
    printf("%s %s\n", name(fpclassify(f[0] / f[0])), name(fpclassify(l[0] / l[0])));
    return 0;
}
