// Sparse, negative, 64-bit and range labels.
#include <stdio.h>

static int f(long n)
{
    switch (n) {
    case -1000000000000: return 1;
    case -1: return 2;
    case 0 ... 9: return 3;
    case 100: return 4;
    case 1000 ... 1999: return 5;
    case 0x7fffffffffffffff: return 6;
    case 4294967296: return 7;
    default: return 0;
    }
}

int main(void)
{
    long n[] = { -1000000000000, -1, 0, 9, 10, 100, 1000, 1500, 1999, 2000, 0x7fffffffffffffff, 4294967296, 4294967295 };
    for (int i = 0; i < 13; i++)
        printf("%d ", f(n[i]));
    puts("");
    return 0;
}
