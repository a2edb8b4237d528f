// Signed division by constants, powers of two among them.
#include <stdio.h>

int main(void)
{
    for (int n = -70; n <= 70; n += 7) {
        long m = n * 123456789L;
        printf("%d: %d %d %d %d %d %d", n, n / 2, n / 3, n / 8, n % 8, n / -16, n % -5);
        printf(" %ld %ld %ld\n", m / 1000, m % 1024, m / -7);
    }
    return 0;
}
