// __builtin_constant_p, expect, assume_aligned, unpredictable.
#include <stdio.h>

static int table[16] __attribute__((aligned(64)));

int main(void)
{
    volatile int v = 3;
    int sum = 0;
    printf("%d %d\n", __builtin_constant_p(3 + 4), __builtin_constant_p(v));
    int *p = __builtin_assume_aligned(table, 64);
    for (int i = 0; i < 16; i++)
        p[i] = __builtin_expect(i % 5 == 0, 0) ? -i : i;
    for (int i = 0; i < 16; i++)
        sum += __builtin_unpredictable(p[i] > 4) ? p[i] : 1;
    if (__builtin_expect_with_probability(sum > 0, 1, 0.9))
        printf("%d\n", sum);
    __builtin_prefetch(table, 1, 3);
    return __builtin_choose_expr(1, sum & 63, "text");
}
