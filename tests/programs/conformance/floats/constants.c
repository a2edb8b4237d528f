// Literals: hexadecimal, suffixes, exponents; folding agrees with running.
#include <float.h>
#include <stdio.h>

static const double folded[] = { 1.0 / 3, 0.1 + 0.2, 1e308 * 10, 0x1.8p3, 1e-320, (float)0.1 };

int main(void)
{
    volatile double one = 1, three = 3, tenth = 0.1, fifth = 0.2;
    printf("%d %d\n", folded[0] == one / three, folded[1] == tenth + fifth);
    for (int i = 0; i < 6; i++)
        printf("%a\n", folded[i]);
    printf("%a %a %La\n", (double)FLT_EPSILON, DBL_MIN, LDBL_EPSILON);
    printf("%zu %zu %zu\n", sizeof 1.0f, sizeof 1.0, sizeof 1.0L);
    return 0;
}
