// Modular exponentiation and inverses; Miller-Rabin.
#include <stdio.h>

typedef unsigned long u64;

static u64 mul(u64 a, u64 b, u64 m) { return (u64)((unsigned __int128)a * b % m); }
static u64 power(u64 b, u64 e, u64 m)
{
    u64 r = 1;
    for (b %= m; e; e >>= 1, b = mul(b, b, m))
        if (e & 1)
            r = mul(r, b, m);
    return r;
}
static int prime(u64 n)
{
    if (n < 4) return n > 1;
    u64 d = n - 1, s = 0;
    while (!(d & 1)) d >>= 1, s++;
    for (u64 a = 2; a < 40 && a < n - 1; a += a == 2 ? 1 : 2) {
        u64 x = power(a, d, n);
        if (x == 1 || x == n - 1) continue;
        u64 r = 1;
        for (; r < s && (x = mul(x, x, n)) != n - 1; r++) {}
        if (r >= s) return 0;
    }
    return 1;
}

int main(void)
{
    printf("%lu %lu\n", power(3, 1000003, 1000000007), power(1234567, 1000000005, 1000000007));
    printf("%d %d %d\n", prime(1000000007), prime(3215031751), prime(18446744073709551557ul));
    int n = 0;
    for (u64 i = 0; i < 60; i++) n += prime(i);
    return n;
}
