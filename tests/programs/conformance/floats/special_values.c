// Infinities, NaN and signed zeros.
#include <math.h>
#include <stdio.h>

int main(void)
{
    volatile double zero = 0, one = 1;
    double inf = one / zero, nan = zero / zero, minus = -zero;
    printf("%g %g %d %g\n", inf, -inf, nan != nan, minus);
    printf("%d %d %d %d\n", nan < 1, nan > 1, nan == nan, !(nan >= 1));
    printf("%d %d %d\n", minus == zero, 1 / minus < 0, signbit(minus) != 0);
    printf("%d %d %d %d\n", isnan(nan) != 0, isinf(inf) != 0, isfinite(one) != 0, isnormal(zero) != 0);
    printf("%d %d %d\n", inf - inf != 0, inf * 2 == inf, -inf < inf);
    printf("%g %g\n", fmax(nan, 3), fmin(4, nan));
    printf("%d %d\n", __builtin_isunordered(nan, one), __builtin_islessgreater(one, 2.0));
    return 0;
}
