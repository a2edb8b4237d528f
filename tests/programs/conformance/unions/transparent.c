// A transparent union as a parameter.
#include <stdio.h>

typedef union { int *i; float *f; } number __attribute__((transparent_union));

static void twice(number n, int is_float)
{
    if (is_float) *n.f *= 2; else *n.i *= 2;
}

int main(void)
{
    int i = 21;
    float f = 1.25f;
    twice(&i, 0), twice(&f, 1);
    printf("%d %g\n", i, (double)f);
    return i;
}
