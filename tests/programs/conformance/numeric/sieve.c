// Primes: a sieve in bytes, factorisation, totients.
#include <stdio.h>

static unsigned char composite[400];
static int phi(int n) { int r = n; for (int p = 2; p * p <= n; p++) if (n % p == 0) { while (n % p == 0) n /= p; r -= r / p; } return n > 1 ? r - r / n : r; }

int main(void)
{
    int count = 0, sum = 0;
    for (int i = 2; i < 400; i++) if (!composite[i]) { count++; for (int j = i * i; j < 400; j += i) composite[j] = 1; }
    for (int n = 1; n < 60; n++) sum += phi(n);
    printf("%d %d ", count, sum);
    for (int n = 360360, p = 2; n > 1; p++) while (n % p == 0) printf("%d ", p), n /= p;
    puts("");
    return count;
}
