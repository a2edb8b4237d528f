// Overflow checks in 128 bits and for _BitInt.
#include <stdio.h>

int main(void)
{
    __int128 max = (__int128)(~(unsigned __int128)0 >> 1), r;
    unsigned __int128 u;
    printf("%d ", __builtin_add_overflow(max, (__int128)1, &r)), printf("%d\n", r < 0);
    printf("%d ", __builtin_mul_overflow(max, (__int128)2, &r)), printf("%ld\n", (long)r);
    printf("%d ", __builtin_mul_overflow((__int128)1 << 62, (__int128)1 << 62, &r)), printf("%lx\n", (long)(r >> 64));
    printf("%d ", __builtin_sub_overflow((unsigned __int128)0, (unsigned __int128)1, &u)), printf("%lx\n", (long)(u >> 64));
    unsigned _BitInt(37) a = 137438953471, c;
    printf("%d ", __builtin_add_overflow(a, (unsigned _BitInt(37))2, &c)), printf("%lu\n", (unsigned long)c);
    signed _BitInt(9) s = 255, t;
    printf("%d ", __builtin_add_overflow(s, (signed _BitInt(9))1, &t)), printf("%d\n", (int)t);
    return 0;
}
