// _BitInt of odd widths wraps at its own width when unsigned.
#include <stdio.h>

int main(void)
{
    unsigned _BitInt(3) a = 0;
    unsigned _BitInt(7) b = 100;
    signed _BitInt(5) c = -16;
    unsigned _BitInt(17) d = 131071;
    for (int i = 0; i < 12; i++) {
        a += 1, b += 13, d *= 3;
        c = c == 15 ? -16 : c + 1;
        printf("%d %d %d %d\n", (int)a, (int)b, (int)c, (int)d);
    }
    printf("%zu %zu\n", sizeof a, sizeof d);
    return (int)b;
}
