// __builtin_clzg and friends with a value for zero, for many types.
#include <stdio.h>

int main(void)
{
    unsigned char c = 0x18;
    unsigned short s = 0;
    unsigned __int128 w = (unsigned __int128)5 << 90;
    unsigned _BitInt(77) b = (unsigned _BitInt(77))3 << 70;
    printf("%d %d %d\n", __builtin_clzg(c, -1), __builtin_ctzg(c, -1), __builtin_popcountg(c));
    printf("%d %d %d\n", __builtin_clzg(s, 99), __builtin_ctzg(s, 99), __builtin_popcountg(s));
    printf("%d %d %d\n", __builtin_clzg(w, -1), __builtin_ctzg(w, -1), __builtin_popcountg(w));
    printf("%d %d %d\n", __builtin_clzg(b, -1), __builtin_ctzg(b, -1), __builtin_popcountg(b));
    return 0;
}
