// Builtins for floats: nan, inf, fabs, copysign, comparison without traps.
#include <stdio.h>

int main(void)
{
    volatile double x = -3.5, y = 2, nan = __builtin_nan("");
    printf("%g %g %g\n", __builtin_fabs(x), __builtin_copysign(y, x), __builtin_huge_val());
    printf("%d %d %d %d\n", __builtin_isless(x, y), __builtin_isgreater(x, nan), __builtin_isunordered(x, nan), __builtin_islessequal(y, y));
    printf("%d %d %d %d\n", __builtin_isnan(nan), __builtin_isinf_sign(-1 / (y - 2)), __builtin_isfinite(x), !!__builtin_signbit(x));
    printf("%d %g %g\n", __builtin_fpclassify(0, 1, 2, 3, 4, x), __builtin_fmin(x, y), __builtin_fmax(x, nan));
    return (int)__builtin_trunc(__builtin_sqrt(y * 50));
}
