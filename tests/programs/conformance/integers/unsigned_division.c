// Unsigned division by constants, which compilers turn into multiplications.
#include <stdio.h>

static unsigned state = 1;
static unsigned next(void) { return state = state * 1664525u + 1013904223u; }

int main(void)
{
    unsigned long sum = 0;
    for (int i = 0; i < 50; i++) {
        unsigned n = next();
        unsigned long m = (unsigned long)n << 32 | next();
        sum = sum * 31 + n / 3 + n / 5 + n / 7 + n / 10 + n / 641 + n % 1000 + n % 255;
        sum = sum * 31 + m / 3 + m / 7 + m / 10 + m % 1000000007;
    }
    printf("%lu\n", sum);
    return 0;
}
