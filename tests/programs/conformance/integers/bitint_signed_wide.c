// Signed wide _BitInt: negation, comparison, arithmetic shift, narrowing.
#include <stdio.h>

typedef signed _BitInt(130) i130;

int main(void)
{
    i130 n = -1;
    for (int i = 0; i < 128; i += 9) {
        i130 s = (n << i) + 77;
        i130 t = s >> 3;
        printf("%lx %lx %d %d %d\n", (unsigned long)s, (unsigned long)(t >> 64), s < 0, t > s, (int)(signed char)s);
    }
    i130 big = ((i130)1 << 120) - 3;
    printf("%ld %ld\n", (long)(big >> 60), (long)(-big >> 60));
    return 0;
}
