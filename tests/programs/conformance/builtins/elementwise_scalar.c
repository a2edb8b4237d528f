// Elementwise builtins on scalars: abs, min, max, saturation.
#include <stdio.h>

int main(void)
{
    int values[] = { 0, 7, -7, 2147483647, -2147483647 };
    for (int i = 0; i < 5; i++) {
        int a = values[i], b = values[(i + 2) % 5];
        printf("%d %d %d %d %d\n", __builtin_elementwise_abs(a), __builtin_elementwise_max(a, b),
               __builtin_elementwise_min(a, b), __builtin_elementwise_add_sat(a, b), __builtin_elementwise_sub_sat(a, b));
        printf("%u %u\n", __builtin_elementwise_add_sat((unsigned)a, (unsigned)b),
               __builtin_elementwise_sub_sat((unsigned)a, (unsigned)b));
    }
    return __builtin_elementwise_popcount(255u);
}
