// popcount, clz, ctz, ffs, parity, clrsb.
#include <stdio.h>

int main(void)
{
    unsigned long n = 1;
    for (int i = 0; i < 40; i++) {
        unsigned u = (unsigned)n | 1;
        unsigned long l = n | 1;
        printf("%d %d %d %d %d %d ", __builtin_popcount(u), __builtin_clz(u), __builtin_ctz(u << (i & 15) | 1u << 31),
               __builtin_ffs((int)(u & ~1u)), __builtin_parity(u), __builtin_clrsb((int)u));
        printf("%d %d %d %d %d %d\n", __builtin_popcountl(l), __builtin_clzl(l), __builtin_ctzl(l << (i & 31)),
               __builtin_ffsl((long)(l - 1)), __builtin_parityl(l), __builtin_clrsbl((long)l));
        n = n * 6364136223846793005ul + 1442695040888963407ul;
    }
    printf("%d %d\n", __builtin_ffs(0), __builtin_popcount(0));
    return 0;
}
